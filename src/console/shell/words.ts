// The project's word for its tracked entities. Titles and names are data, and never changed.
import { words } from "../../words/language.ts"
import type { Project } from "../data/session.ts"

/** Word is the project's word for one tracked entity, and for many. */
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

/** `animal`, `animals` in the shown language, unless the project's settings have other words. */
export const entityWord = ({ settings }: Project): Word => {
  const word = settings["entity_word"]
  return isWord(word) && word.many !== "animals" ? word : words.common.entity
}

/** The word with its article: `an animal`. */
export const anyOne = (project: Project): string => words.common.anyOne({ one: entityWord(project).one })

/** The author of an action, in a list: the name, or the kind of account where it has none. */
export const doerWord = ({ kind, name }: { readonly kind: string; readonly name: string | null }): string =>
  name ??
  (kind === "user" ? words.common.doer.member : kind === "system" ? "Pugmark" : words.common.doer.program)

/** Capitalizes the first letter. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
