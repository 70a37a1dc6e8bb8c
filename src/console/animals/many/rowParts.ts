// What the cells of a pasted row stand for: its type, group, day and tag, looked up in what the project has, and
// what is to be asked where they are not found.
import type { TagWanted } from "../../queries/write/writeTags.ts"
import { type AttributeLine } from "../add/attributes.ts"
import type { Part } from "./columns.ts"
import { nearestName } from "./nearestName.ts"
import { typedMoment } from "./typedMoment.ts"

interface Named {
  readonly id: string
  readonly name: string
}

/** Herd is what the project has, as far as rows name it. */
export interface Herd {
  readonly types: ReadonlyArray<{ readonly id: string; readonly key: string; readonly label: string }>
  readonly groups: ReadonlyArray<Named>
  readonly animals: ReadonlyArray<Named>
  /** by name, in small letters */
  readonly tags: ReadonlyMap<string, string>
  /** animals by the tags that they wear now */
  readonly wearers: ReadonlyMap<string, string>
  /** what new tags may send to */
  readonly sources: ReadonlyArray<Named>
  readonly zone: string
  /** epoch ms */
  readonly now: number
  readonly maySetTags: boolean
  readonly mayMakeTypes: boolean
  /** of rows that say none */
  readonly type: string
  readonly group: string
}

/** Answers are what was chosen for a row. */
export interface Answers {
  readonly leftOut?: boolean
  readonly sameName?: "update" | "another"
  readonly handOver?: boolean
  /** a source's id; empty: it sends nothing yet */
  readonly newTag?: string
  readonly noTag?: boolean
}

/** Remedy is a button of a row: what it says, and what it does. */
export type Remedy = { readonly label: string } & (
  | { readonly answer: Answers }
  | { readonly part: Part; readonly text: string }
  | { readonly correct: Part | number }
  | { readonly makeGroup: string }
  | { readonly makeType: string }
)

/** Plan is what is made of a row. */
export interface Plan {
  readonly name: string
  readonly typeId: string
  readonly groupId: string | null
  readonly attributes: ReadonlyArray<AttributeLine>
  readonly tag: TagWanted | null
  /** RFC 3339 */
  readonly since: string
  /** the animal that is changed; null: a new one */
  readonly updates: string | null
}

/** CheckedRow is a row with its plan, or with what is to be answered before it has one. */
export type CheckedRow =
  | { readonly status: "ready"; readonly plan: Plan }
  | { readonly status: "left out" }
  | {
      readonly status: "question" | "wrong"
      readonly says: string
      /** where it stands: a part, or the place of an attribute's column */
      readonly at: Part | number
      readonly remedies: ReadonlyArray<Remedy>
    }

/** LEAVE_OUT is the button that leaves a row out. */
export const LEAVE_OUT: Remedy = { label: "Leave out", answer: { leftOut: true } }
/** Sources that a row offers for a new tag. */
const MAX_SOURCES = 3

/** same compares names as people do. */
export const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

type Found<A> = { readonly value: A } | Extract<CheckedRow, { readonly says: string }>

/** typeOf finds a type by its label or its key. */
export const typeOf = (text: string, herd: Herd): Found<string> => {
  if (text === "" && herd.type !== "") return { value: herd.type }
  const found = herd.types.find(({ key, label }) => same(label, text) || same(key, text))
  if (found !== undefined) return { value: found.id }
  const near = nearestName(
    text,
    herd.types.map(({ label }) => label)
  )
  return {
    status: "question",
    says: text === "" ? "of which type?" : "no such type",
    at: "type",
    remedies: [
      ...(near === undefined ? [] : [{ label: near, part: "type" as const, text: near }]),
      ...(text !== "" && herd.mayMakeTypes ? [{ label: `Make the type ${text}`, makeType: text }] : []),
      { label: "Correct", correct: "type" },
      LEAVE_OUT
    ]
  }
}

/** groupOf finds a group by its name. */
export const groupOf = (text: string, herd: Herd): Found<string | null> => {
  if (text === "") return { value: herd.group === "" ? null : herd.group }
  const found = herd.groups.filter(({ name }) => same(name, text))
  if (found.length === 1) return { value: found[0]!.id }
  const near = nearestName(
    text,
    herd.groups.map(({ name }) => name)
  )
  return {
    status: "question",
    says: found.length > 1 ? "several groups are called so" : "no such group",
    at: "group",
    remedies: [
      ...(near === undefined || found.length > 1
        ? []
        : [{ label: near, part: "group" as const, text: near }]),
      ...(found.length > 1 ? [] : [{ label: `Make the group ${text}`, makeGroup: text }]),
      { label: "No group", part: "group", text: "" }
    ]
  }
}

/** sinceOf is the moment that a row says, or now; epoch ms. */
export const sinceOf = (text: string, herd: Herd): Found<number> => {
  if (text === "") return { value: herd.now }
  const typed = typedMoment(text, herd.zone)
  if (typed.kind === "moment") return { value: typed.at }
  const remedies: ReadonlyArray<Remedy> =
    typed.kind === "either"
      ? typed.readings.map((reading) => ({ label: reading, part: "since", text: reading }))
      : [
          { label: "Correct", correct: "since" },
          { label: "From now on", part: "since", text: "" }
        ]
  const says = typed.kind === "either" ? "day or month first?" : typed.kind
  return { status: typed.kind === "either" ? "question" : "wrong", says, at: "since", remedies }
}

const newTags = (sources: ReadonlyArray<Named>): ReadonlyArray<Remedy> =>
  sources.length === 0
    ? [{ label: "Make the tag", answer: { newTag: "" } }]
    : sources
        .slice(0, MAX_SOURCES)
        .map(({ id, name }) => ({ label: `Make the tag, it sends to ${name}`, answer: { newTag: id } }))

/** tagOf finds a tag; `own` is the animal that the row changes. */
export const tagOf = (
  text: string,
  { handOver, newTag, noTag }: Answers,
  herd: Herd,
  own: string | null
): Found<TagWanted | null> => {
  if (text === "" || noTag === true) return { value: null }
  const without: Remedy = { label: "Without a tag", answer: { noTag: true } }
  if (!herd.maySetTags)
    return { status: "question", says: "needs the permission devices:write", at: "tag", remedies: [without] }
  const device = herd.tags.get(text.toLowerCase())
  if (device === undefined) {
    if (newTag === undefined)
      return {
        status: "question",
        says: "no such tag here",
        at: "tag",
        remedies: [...newTags(herd.sources), without]
      }
    const identity = newTag === "" ? null : { sourceId: newTag, externalId: text }
    return { value: { kind: "new", name: text, identity } }
  }
  const wearer = herd.wearers.get(device)
  if (wearer !== undefined && wearer !== own && handOver !== true) {
    const name = herd.animals.find(({ id }) => id === wearer)?.name ?? "another"
    const over: Remedy = { label: "Hand over", answer: { handOver: true } }
    return { status: "question", says: `on ${name}`, at: "tag", remedies: [over, without] }
  }
  return { value: { kind: "here", deviceId: device } }
}

/** isSaid tells whether a row must be answered first. */
export const isSaid = <A>(found: Found<A>): found is Extract<CheckedRow, { readonly says: string }> =>
  "says" in found
