// Looks up type, group, date and tag of a pasted row in the project, and asks where they are not found.
import { words } from "../../../../words/language.ts"
import type { TagWanted } from "../../../data/write/writeTags.ts"
import { type AttributeLine } from "../add/attributes.ts"
import type { Part } from "./columns.ts"
import { nearestName } from "./nearestName.ts"
import { typedMoment } from "./typedMoment.ts"

interface Named {
  readonly id: string
  readonly name: string
}

/** Herd holds the records of the project that rows can refer to. */
export interface Herd {
  readonly types: ReadonlyArray<{ readonly id: string; readonly key: string; readonly label: string }>
  readonly groups: ReadonlyArray<Named>
  readonly animals: ReadonlyArray<Named>
  /** ids by lower-case name */
  readonly tags: ReadonlyMap<string, string>
  /** animals by the tags they wear now */
  readonly wearers: ReadonlyMap<string, string>
  /** sources for new tags */
  readonly sources: ReadonlyArray<Named>
  readonly zone: string
  /** epoch ms */
  readonly now: number
  readonly maySetTags: boolean
  readonly mayMakeTypes: boolean
  /** default of rows without a type */
  readonly type: string
  readonly group: string
}

/** Answers are the user's choices for a row. */
export interface Answers {
  readonly leftOut?: boolean
  readonly sameName?: "update" | "another"
  readonly handOver?: boolean
  /** id of a source; empty: the new tag has no source yet */
  readonly newTag?: string
  readonly noTag?: boolean
}

/** Remedy is a button of a row: its label and its effect. */
export type Remedy = { readonly label: string } & (
  | { readonly answer: Answers }
  | { readonly part: Part; readonly text: string }
  | { readonly correct: Part | number }
  | { readonly makeGroup: string }
  | { readonly makeType: string }
)

/** Plan is what a row will create or change. */
export interface Plan {
  readonly name: string
  readonly typeId: string
  readonly groupId: string | null
  readonly attributes: ReadonlyArray<AttributeLine>
  readonly tag: TagWanted | null
  /** RFC 3339 */
  readonly since: string
  /** id of the animal to change; null: create one */
  readonly updates: string | null
}

/** CheckedRow is a row with its plan, or with the question to answer first. */
export type CheckedRow =
  | { readonly status: "ready"; readonly plan: Plan }
  | { readonly status: "left out" }
  | {
      readonly status: "question" | "wrong"
      readonly says: string
      /** the cell: a part, or the index of an attribute's column */
      readonly at: Part | number
      readonly remedies: ReadonlyArray<Remedy>
    }

/** skipRow returns the button that skips a row. */
export const skipRow = (): Remedy => ({
  label: words.addAnimals.many.answers.skip,
  answer: { leftOut: true }
})

/** Sources that a row offers for a new tag at most. */
const MAX_SOURCES = 3

/** same compares names, ignoring case and surrounding space. */
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
  const { answers, questions } = words.addAnimals.many
  return {
    status: "question",
    says: text === "" ? questions.whichType : questions.noType,
    at: "type",
    remedies: [
      ...(near === undefined ? [] : [{ label: near, part: "type" as const, text: near }]),
      ...(text !== "" && herd.mayMakeTypes
        ? [{ label: answers.createType({ type: text }), makeType: text }]
        : []),
      { label: answers.correct, correct: "type" },
      skipRow()
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
  const { answers, questions } = words.addAnimals.many
  return {
    status: "question",
    says: found.length > 1 ? questions.severalGroups : questions.noGroup,
    at: "group",
    remedies: [
      ...(near === undefined || found.length > 1
        ? []
        : [{ label: near, part: "group" as const, text: near }]),
      ...(found.length > 1 ? [] : [{ label: answers.createGroup({ group: text }), makeGroup: text }]),
      { label: answers.noGroup, part: "group", text: "" }
    ]
  }
}

/** sinceOf returns the time of a row in epoch ms, or now. */
export const sinceOf = (text: string, herd: Herd): Found<number> => {
  if (text === "") return { value: herd.now }
  const typed = typedMoment(text, herd.zone)
  if (typed.kind === "moment") return { value: typed.at }
  const { answers, questions } = words.addAnimals.many
  const remedies: ReadonlyArray<Remedy> =
    typed.kind === "either"
      ? typed.readings.map((reading) => ({ label: reading, part: "since", text: reading }))
      : [
          { label: answers.correct, correct: "since" },
          { label: answers.fromNow, part: "since", text: "" }
        ]
  const says = {
    either: questions.dayOrMonth,
    "no such day": questions.noSuchDay,
    "no day": questions.noDay
  }[typed.kind]
  return { status: typed.kind === "either" ? "question" : "wrong", says, at: "since", remedies }
}

const newTags = (sources: ReadonlyArray<Named>): ReadonlyArray<Remedy> =>
  sources.length === 0
    ? [{ label: words.addAnimals.many.answers.createTag, answer: { newTag: "" } }]
    : sources.slice(0, MAX_SOURCES).map(({ id, name }) => ({
        label: words.addAnimals.many.answers.createTagOf({ source: name }),
        answer: { newTag: id }
      }))

/** tagOf finds a tag; `own` is the id of the animal that the row changes. */
export const tagOf = (
  text: string,
  { handOver, newTag, noTag }: Answers,
  herd: Herd,
  own: string | null
): Found<TagWanted | null> => {
  if (text === "" || noTag === true) return { value: null }
  const { answers, questions } = words.addAnimals.many
  const without: Remedy = { label: answers.withoutTag, answer: { noTag: true } }
  if (!herd.maySetTags)
    return {
      status: "question",
      says: questions.needsPermission({ permission: "devices:write" }),
      at: "tag",
      remedies: [without]
    }
  const device = herd.tags.get(text.toLowerCase())
  if (device === undefined) {
    if (newTag === undefined)
      return {
        status: "question",
        says: questions.noTag,
        at: "tag",
        remedies: [...newTags(herd.sources), without]
      }
    const identity = newTag === "" ? null : { sourceId: newTag, externalId: text }
    return { value: { kind: "new", name: text, identity } }
  }
  const wearer = herd.wearers.get(device)
  if (wearer !== undefined && wearer !== own && handOver !== true) {
    const name = herd.animals.find(({ id }) => id === wearer)?.name ?? questions.another
    const over: Remedy = { label: answers.handOver, answer: { handOver: true } }
    return {
      status: "question",
      says: questions.wornBy({ animal: name }),
      at: "tag",
      remedies: [over, without]
    }
  }
  return { value: { kind: "here", deviceId: device } }
}

/** isSaid tells whether a lookup ended in a question. */
export const isSaid = <A>(found: Found<A>): found is Extract<CheckedRow, { readonly says: string }> =>
  "says" in found
