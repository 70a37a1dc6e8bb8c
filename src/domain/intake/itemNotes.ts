// What is noticed about an item while its members are read: values that its sender does not know, and the first that
// cannot be.
import type { Refusal, UnknownField } from "./Report.ts"

/** Serialised attributes, one state value and one event context: UTF-8 bytes at most. */
export const maxJsonBytes = 16 * 1024

const encoder = new TextEncoder()

/** Whether a JSON text takes more than may be. */
export const tooLarge = (json: string): boolean =>
  json.length > maxJsonBytes || (json.length * 3 > maxJsonBytes && encoder.encode(json).length > maxJsonBytes)

/** Whether what was read is a refusal. */
export const isRefusal = (value: object): value is Refusal => "_tag" in value && value._tag === "Refusal"

/** Notes collect what was noticed about an item while its members were read. */
export interface Notes {
  /** the first value that its sender does not know, and how many more there are */
  unknown: UnknownField | null
  others: number
  /** the first value that cannot be */
  refusal: Refusal | null
  /** a member says that the place was not measured */
  hasNoFix: boolean
}

/** Returns a value as a message shows it. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Notes a value that its sender does not know, and its member. */
export const noteUnknown = (notes: Notes, pointer: string, value: unknown): void => {
  if (notes.unknown === null)
    notes.unknown = { pointer, detail: `${shown(value)} stands for "not known": the value is left out` }
  else notes.others++
}

/** The notes on an item's unknown values, as its sender is told them. */
export const unknownIn = ({ others, unknown }: Notes): UnknownField | null =>
  unknown === null || others === 0
    ? unknown
    : { ...unknown, detail: `${unknown.detail}, and ${others} more of the item` }
