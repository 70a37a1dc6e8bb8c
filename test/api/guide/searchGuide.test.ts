// Words looked for in the guide.
import { assert, describe, it } from "@effect/vitest"
import type { Guide, Page } from "../../../src/api/guide/Guide.ts"
import { sectionsOf } from "../../../src/api/guide/markdown.ts"
import { searchGuide } from "../../../src/api/guide/searchGuide.ts"

const page = (name: string, markdown: string): Page => {
  const sections = sectionsOf(markdown)
  const { title } = sections[0]!
  return { name, title, label: title, group: "", sections }
}

const guide: Guide = {
  index: page("index", "# The guide\n\nAll pages."),
  pages: [
    page("backup", "# Backup\n\nCopy the directory.\n\n## Restore\n\nPut the copy back, then start."),
    page("settings", `# Settings\n\n${"word ".repeat(60)}the \`DATA_DIR\` is here. ${"word ".repeat(60)}`),
    page("operations", "# Operations\n\nTo restore, see the backup. A+B (c) [d] costs $1.")
  ]
}
const found = (query: string) =>
  searchGuide(guide, query).map(({ page, section }) => `${page.name}#${section.anchor}`)

describe("a search in the guide", () => {
  it("wants every word, in any case and order, in the section or its title", () => {
    assert.deepStrictEqual(found("BACK  restore"), ["backup#restore", "operations#operations"])
    assert.deepStrictEqual(found("start copy"), ["backup#restore"])
    assert.deepStrictEqual(found("restore nowhere"), [])
  })

  it("puts the section with the word in its title first", () => {
    assert.deepStrictEqual(found("restore"), ["backup#restore", "operations#operations"])
  })

  it("finds names of the wire, and takes signs as they are", () => {
    assert.deepStrictEqual(found("data_dir"), ["settings#settings"])
    for (const query of ["a+b", "(c)", "[d]", "$1"])
      assert.deepStrictEqual(found(query), ["operations#operations"], query)
    for (const query of [".*", "\\", "((", "a{2}"]) assert.deepStrictEqual(found(query), [], query)
  })

  it("finds nothing for nothing", () => {
    assert.deepStrictEqual(found(""), [])
    assert.deepStrictEqual(found(" \n "), [])
  })

  it("shows where it is, with the words marked", () => {
    const [{ excerpt }] = searchGuide(guide, "data_dir") as [ReturnType<typeof searchGuide>[number]]
    assert.deepStrictEqual(
      excerpt.filter((part) => part.found).map(({ text }) => text),
      ["DATA_DIR"]
    )
    const whole = excerpt.map(({ text }) => text).join("")
    assert.match(whole, /^… word .* the DATA_DIR is here\. word .* …$/)
    assert.isBelow(whole.length, 260)
    const titled = searchGuide(guide, "backup")[0]!
      .excerpt.map(({ text }) => text)
      .join("")
    assert.strictEqual(titled, "Copy the directory.")
    assert.deepStrictEqual(searchGuide(guide, "back")[0]!.title, [
      { text: "Back", found: true },
      { text: "up", found: false }
    ])
  })
})
