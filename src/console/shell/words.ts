// What a project calls those it follows. Titles and names are data: they are never changed.
import type { Project } from "../queries/session.ts"

/** Word is what a project calls one of those it follows, and many. */
export interface Word {
  readonly one: string
  readonly many: string
}

const isWord = (value: unknown): value is Word =>
  typeof value === "object" &&
  value !== null &&
  "one" in value &&
  "many" in value &&
  typeof value.one === "string" &&
  typeof value.many === "string"

/** `animal`, `animals` unless the project's settings say otherwise. */
export const entityWord = ({ settings }: Project): Word =>
  isWord(settings["entity_word"]) ? settings["entity_word"] : { one: "animal", many: "animals" }

/** Whichever of them: `an animal`. */
export const anyOne = (project: Project): string => {
  const { one } = entityWord(project)
  return `${/^[aeiou]/i.test(one) ? "an" : "a"} ${one}`
}

/** Who did something, in a list: by name; who gave none is somebody, a program is one. */
export const doerWord = ({ kind, name }: { readonly kind: string; readonly name: string | null }): string =>
  name ?? (kind === "user" ? "a member without a name" : kind === "system" ? "Pugmark" : "a program")

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
