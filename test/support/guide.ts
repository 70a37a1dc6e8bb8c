// The pages of src/guide as they are written, for tests that type what stands there.
import { readFileSync } from "node:fs"

const read = (path: string) => readFileSync(new URL(path, new URL("../../", import.meta.url)), "utf8")

/** A page as Markdown, by its name without `.md`. */
export const guidePage = (name: string): string => read(`src/guide/${name}.md`)

/** The README as Markdown. */
export const readmePage = (): string => read("README.md")

/** The code blocks of a language in a page, in their order. */
export const blocksIn = (markdown: string, language = "sh"): ReadonlyArray<string> =>
  [...markdown.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "gu"))].map(([, code]) => code!)
