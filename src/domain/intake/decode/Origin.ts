// Which member of a sender's payload a field of an item comes from, as data: each adapter says it beside its decoder,
// for people who look at what a device sent. Nothing is noted while records come in.
import * as Schema from "effect/Schema"
import { convert } from "../../tracking/units.ts"
import { quantities, type Quantity } from "../scalars/quantities.ts"

/** Origin is where one field comes from. */
export interface Origin {
  /** Names joined by dots, of one report of a payload; `topic` is also that of a message. None: see otherwise. */
  readonly members: ReadonlyArray<string>
  /** The first of them that is there, something made of all of them, or something within them. */
  readonly of: "first" | "all" | "within"
  /** The sender's unit, where it is another than ours. */
  readonly unit?: string
  /** factor by which the sent number is multiplied */
  readonly factor?: number
  /** The sender's values by ours. */
  readonly words?: ReadonlyMap<unknown, unknown>
  /** The value is made of what was sent, which cannot be told from it. */
  readonly isMade?: true
  /** origin of a field that comes from no member */
  readonly otherwise?: "adapter" | "arrival" | "source"
}

/**
 * Origins are by the field of a report. A name that ends in `.*` stands for all below it, and a `*` in its
 * members for what follows; the name `*` stands for all other fields, and a `*` for the item's own member.
 */
export type Origins = Readonly<Record<string, Origin>>

/** from is the first of some members that a payload has. */
export const from = (...members: ReadonlyArray<string>): Origin => ({ members, of: "first" })

/** madeFrom is a field that is made of a member in a way that cannot be undone. */
export const madeFrom = (...members: ReadonlyArray<string>): Origin => ({ ...from(...members), isMade: true })

/** madeOf is a field that is made of several members together. */
export const madeOf = (...members: ReadonlyArray<string>): Origin => ({ members, of: "all" })

/** within is a field that is found by its name somewhere in an object or a list. */
export const within = (...members: ReadonlyArray<string>): Origin => ({ members, of: "within" })

/** ADAPTER_ORIGIN is a field that the kind of the message says, not a member of it. */
export const ADAPTER_ORIGIN: Origin = { members: [], of: "first", otherwise: "adapter" }

/** orArrival is an origin whose field is the time of arrival where no member is there. */
export const orArrival = (origin: Origin): Origin => ({ ...origin, otherwise: "arrival" })

/** scaledBy is a member that counts in other steps than we do. */
export const scaledBy = (factor: number, ...members: ReadonlyArray<string>): Origin => ({
  ...from(...members),
  factor
})

/** inUnit is a member in another unit than ours. */
export const inUnit = (quantity: Quantity, unit: string, ...members: ReadonlyArray<string>): Origin => {
  const own = quantities[quantity].unit,
    factor = own === null || own === unit ? null : convert(1, unit, own)
  return factor === null ? from(...members) : { ...from(...members), unit, factor }
}

/** inWords is a member whose values have other words here. */
export const inWords = (words: ReadonlyMap<unknown, unknown>, member: string): Origin => ({
  ...from(member),
  words: new Map([...words].map(([theirs, ours]) => [ours, theirs]))
})

/** An origin as it is shown. */
export const ShownOrigin = Schema.Struct({
  members: Schema.Array(Schema.String).annotate({
    description: "Names joined by dots, of one report as its sender wrote it; topic may be that of a message"
  }),
  of: Schema.Literals(["first", "all", "within"]).annotate({
    description: "The first of the members that was there, made of all of them, or found within them"
  }),
  sent: Schema.optionalKey(Schema.Json).annotate({
    description: "The value as it was sent; absent where it cannot be told"
  }),
  unit: Schema.optionalKey(Schema.String).annotate({ description: "The sender's unit" }),
  factor: Schema.optionalKey(Schema.Finite).annotate({
    description: "What the number that was sent was multiplied by"
  }),
  otherwise: Schema.optionalKey(Schema.Literals(["adapter", "arrival", "source"])).annotate({
    description:
      "What gives the field where no member does: the kind of the message, its arrival, the source's set-up"
  })
}).annotate({ identifier: "FieldOrigin" })
export type ShownOrigin = typeof ShownOrigin.Type

/** originIn is the origin of a field; `member`: what an item of our own format calls it. */
export const originIn = (origins: Origins, field: string, member: string): Origin | null => {
  const [part = "", ...rest] = field.split(".")
  const name = [field, ...(rest.length > 0 ? [`${part}.*`] : []), "*"].find((each) =>
    Object.hasOwn(origins, each)
  )
  if (name === undefined) return null
  const { members, ...origin } = origins[name]!
  const asked = name === `${part}.*` ? rest.join(".") : member
  return { ...origin, members: members.map((each) => each.replace("*", () => asked)) }
}

/** A value is kept to 12 digits; undone to fewer, it is what its sender wrote. */
const SENT_DIGITS = 10

const unscaled = (value: number, factor: number): number => Number((value / factor).toPrecision(SENT_DIGITS))

/** sentOf is a field's value as its sender wrote it; undefined: it cannot be told. */
const sentOf = ({ factor, isMade, members, of, words }: Origin, value: unknown): unknown => {
  if (isMade === true || of !== "first" || members.length === 0) return undefined
  if (words !== undefined) return words.get(value)
  if (factor === undefined) return value
  return typeof value === "number" ? unscaled(value, factor) : undefined
}

/** shownOrigin is an origin beside the value that the item has. */
export const shownOrigin = (origin: Origin, value: unknown): ShownOrigin => {
  const { factor, members, of, otherwise, unit } = origin
  const sent = sentOf(origin, value)
  return {
    members,
    of,
    ...(sent === undefined ? {} : { sent: sent as Schema.Json }), // it was read from JSON
    ...(unit === undefined ? {} : { unit }),
    ...(factor === undefined ? {} : { factor }),
    ...(otherwise === undefined ? {} : { otherwise })
  }
}
