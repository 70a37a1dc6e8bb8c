// Usual ends of snoozes, by the working day in the project's time zone.
import { words } from "../../../../words/language.ts"
import { clockAfter, weekdayIn } from "../../../time/wallTime.ts"

const HOUR_MS = 3_600_000
/** MORNING is the hour at which a morning begins. */
const MORNING = 6
const MONDAY = 1

interface SnoozeTime {
  readonly word: string
  /** epoch ms */
  readonly until: number
}

/** The ends offered at a moment (epoch ms), soonest first. */
export const snoozeTimes = (now: number, zone: string): ReadonlyArray<SnoozeTime> => {
  const { times } = words.alerts.snooze
  const toMonday = (MONDAY - weekdayIn(now, zone) + 7) % 7 || 7
  const tomorrow = { word: times.tomorrow, until: clockAfter(now, zone, MORNING, 1) }
  const monday = { word: times.monday, until: clockAfter(now, zone, MORNING, toMonday) }
  return [
    { word: times.hour, until: now + HOUR_MS },
    { word: times.fourHours, until: now + 4 * HOUR_MS },
    tomorrow,
    ...(monday.until === tomorrow.until ? [] : [monday]),
    { word: times.week, until: clockAfter(now, zone, MORNING, 7) }
  ]
    .filter(({ until }, i, all) => all.findIndex((one) => one.until === until) === i)
    .toSorted((a, b) => a.until - b.until)
}
