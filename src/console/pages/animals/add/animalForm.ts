// The values of an animal's form, as typed.
import type { Members } from "../../../writing.ts"
import { isMembers, textIn } from "../../../writing.ts"
import type { AttributeLine } from "./attributes.ts"

/** AnimalForm holds the typed values of an animal. */
export type AnimalForm = {
  readonly name: string
  readonly type: string
  /** empty: none */
  readonly group: string
  readonly attributes: ReadonlyArray<AttributeLine>
}

/** TagForm holds the typed values of a tag; `device`: an id, NEW_TAG, or empty for no tag. */
export type TagForm = {
  readonly device: string
  readonly name: string
  readonly source: string
  readonly externalId: string
  /** local time of the project; empty: now */
  readonly since: string
}

/** NEW_TAG is the value of `device` for a tag that is created with the form. */
export const NEW_TAG = "new"

/** noTag is the form without a tag. */
export const noTag: TagForm = { device: "", name: "", source: "", externalId: "", since: "" }

const linesIn = (kept: unknown): ReadonlyArray<AttributeLine> =>
  (Array.isArray(kept) ? kept : [])
    .filter(isMembers)
    .map(({ name, text }) => ({ name: textIn(name), text: textIn(text) }))

/** animalIn reads a draft of the tab; missing members are empty. */
export const animalIn = ({ attributes, group, name, type }: Members): AnimalForm => ({
  name: textIn(name),
  type: textIn(type),
  group: textIn(group),
  attributes: linesIn(attributes)
})

/** tagIn reads the tag of a draft. */
export const tagIn = (kept: unknown): TagForm => {
  const { device, externalId, name, since, source } = isMembers(kept) ? kept : {}
  return {
    device: textIn(device),
    name: textIn(name),
    source: textIn(source),
    externalId: textIn(externalId),
    since: textIn(since)
  }
}
