// What the automations of a project sent in the last days: by automation and day, and by receiver and hour of the
// day.
import * as Schema from "effect/Schema"
import { Uuid } from "../schemas.ts"
import { actionTypes } from "./Action.ts"
import type { EndedStatus } from "./Delivery.ts"

/** Days of a summary, today in the project's time zone the last of them. */
export const SUMMARY_DAYS = 30
/** Deliveries that a summary counts at most, the newest. */
export const MAX_SUMMARY_DELIVERIES = 50_000
/** Receivers in a summary at most, those with the most deliveries. */
const MAX_SUMMARY_RECEIVERS = 100
/** Hours of the day in which a message finds people asleep. */
const NIGHT_HOURS: ReadonlyArray<number> = [22, 23, 0, 1, 2, 3, 4, 5]

const HOURS_PER_DAY = 24

const counts = { sent: Schema.Int, failed: Schema.Int, skipped: Schema.Int }

/** DeliverySummary is the counts by automation and day, and by receiver and hour. */
export const DeliverySummary = Schema.Struct({
  ...counts,
  automations: Schema.Array(
    Schema.Struct({
      automation_id: Uuid,
      ...counts,
      days: Schema.Array(Schema.Struct({ date: Schema.String, ...counts })).annotate({
        description: `All ${SUMMARY_DAYS} of them, the oldest first, in the project's time zone`
      })
    })
  ).annotate({ description: "Those that sent something; of removed ones the totals above alone know" }),
  receivers: Schema.Array(
    Schema.Struct({
      action_type: Schema.Literals(actionTypes),
      target: Schema.String.annotate({ description: "As a delivery names it" }),
      ...counts,
      sent_at_night: Schema.Int.annotate({ description: "Of `sent`, in one of `night_hours`" }),
      hours: Schema.Array(Schema.Int).annotate({
        description: "Of `sent`, by the hour of the day in the project's time zone, from midnight on"
      })
    })
  ).annotate({ description: `The most deliveries first, at most ${MAX_SUMMARY_RECEIVERS}` }),
  night_hours: Schema.Array(Schema.Int),
  truncated: Schema.Boolean.annotate({
    description: `There were more: the newest ${MAX_SUMMARY_DELIVERIES} deliveries are counted`
  })
}).annotate({ identifier: "DeliverySummary" })
export type DeliverySummary = typeof DeliverySummary.Type

/** DeliveryCounts are numbers of deliveries by their final status. */
type DeliveryCounts = Readonly<Record<EndedStatus, number>>

/** Deliveries of one automation on one day; `automation_id` null: of automations that were removed. */
export interface DayCounts extends DeliveryCounts {
  readonly automation_id: string | null
  readonly date: string
}

/** Deliveries to one receiver in one hour of the day. */
export interface HourCounts extends DeliveryCounts {
  readonly action_type: DeliverySummary["receivers"][number]["action_type"]
  readonly target: string
  readonly hour: number
}

const NO_DELIVERIES: DeliveryCounts = { sent: 0, failed: 0, skipped: 0 }

const add = (rows: ReadonlyArray<DeliveryCounts>): DeliveryCounts =>
  rows.reduce<DeliveryCounts>(
    (sum, row) => ({
      sent: sum.sent + row.sent,
      failed: sum.failed + row.failed,
      skipped: sum.skipped + row.skipped
    }),
    NO_DELIVERIES
  )

const size = ({ failed, sent, skipped }: DeliveryCounts): number => sent + failed + skipped

/** summarise puts counts together; `dates` are the days of the summary, the oldest first. */
export const summarise = (
  byDay: ReadonlyArray<DayCounts>,
  byHour: ReadonlyArray<HourCounts>,
  dates: ReadonlyArray<string>,
  truncated: boolean
): DeliverySummary => ({
  ...add(byDay),
  automations: [...Map.groupBy(byDay, ({ automation_id }) => automation_id)].flatMap(([id, rows]) =>
    id === null
      ? []
      : [
          {
            automation_id: id,
            ...add(rows),
            days: dates.map((date) => ({ date, ...add(rows.filter((row) => row.date === date)) }))
          }
        ]
  ),
  receivers: [...Map.groupBy(byHour, ({ action_type, target }) => `${action_type} ${target}`).values()]
    .map((rows) => {
      const { action_type, target } = rows[0]!
      const hours = Array.from(
        { length: HOURS_PER_DAY },
        (_, hour) => add(rows.filter((row) => row.hour === hour)).sent
      )
      const sent_at_night = NIGHT_HOURS.reduce((sum, hour) => sum + hours[hour]!, 0)
      return { action_type, target, ...add(rows), sent_at_night, hours }
    })
    .toSorted((a, b) => size(b) - size(a))
    .slice(0, MAX_SUMMARY_RECEIVERS),
  night_hours: NIGHT_HOURS,
  truncated
})
