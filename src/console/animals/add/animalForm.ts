// What the form of an animal holds, as it is typed.
import type { Members } from "../../writing.ts"
import { isMembers, textIn } from "../../writing.ts"
import type { AttributeLine } from "./attributes.ts"

/** AnimalForm is an animal as it is typed. */
export type AnimalForm = {
  readonly name: string
  readonly type: string
  /** empty: none */
  readonly group: string
  readonly attributes: ReadonlyArray<AttributeLine>
}

/** TagForm is the tag of a new animal as it is typed; `device`: an id, NEW_TAG, or empty for none. */
export type TagForm = {
  readonly device: string
  readonly name: string
  readonly source: string
  readonly externalId: string
  /** the wall time of the project; empty: now */
  readonly since: string
}

export const NEW_TAG = "new"

export const noTag: TagForm = { device: "", name: "", source: "", externalId: "", since: "" }

const linesIn = (kept: unknown): ReadonlyArray<AttributeLine> =>
  (Array.isArray(kept) ? kept : [])
    .filter(isMembers)
    .map(({ name, text }) => ({ name: textIn(name), text: textIn(text) }))

/** animalIn is the form that was kept in the tab; empty lines where nothing was. */
export const animalIn = ({ attributes, group, name, type }: Members): AnimalForm => ({
  name: textIn(name),
  type: textIn(type),
  group: textIn(group),
  attributes: linesIn(attributes)
})

/** tagIn is the tag that was kept in the tab. */
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
