// Parts of the year, as people name them.
import * as Schema from "effect/Schema"
import { Name } from "../schemas.ts"

const MonthDay = Schema.String.check(
  Schema.isPattern(
    /^(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|[12]\d))$/u,
    { expected: "a month and day, MM-DD" }
  )
)

/** A part of the year, first and last day included, by the project's calendar; it may cross New Year. */
export const Season = Schema.Struct({ name: Name, from: MonthDay, to: MonthDay })
export type Season = typeof Season.Type

/** Seasons of one comparison, or of one project. */
export const MAX_SEASONS = 12
