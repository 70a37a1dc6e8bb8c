// Parses the time after an @: a clock of today or yesterday, a day, or both.
import { momentOf, wallTime } from "../../time/wallTime.ts"

const DAY_MS = 86_400_000
const CLOCK = /^(\d{1,2})[:.](\d{2})$/
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

const pad = (text: string): string => text.padStart(2, "0")

/**
 * The moment (epoch ms) in the project's time zone; null: the text is no time, or the time is in the future.
 * A clock later than now means yesterday.
 */
export const timeOf = (text: string, now: number, zone: string): number | null => {
  const words = text.trim().split(/\s+/)
  const clock = words.map((word) => CLOCK.exec(word)).find((found) => found !== null)
  const date = words.map((word) => DATE.exec(word)).find((found) => found !== null)
  if (words.length > (clock === undefined ? 0 : 1) + (date === undefined ? 0 : 1)) return null
  if (clock === undefined && date === undefined) return null
  const today = wallTime(now, zone).slice(0, 10)
  const hour = clock === undefined ? "12:00" : `${pad(clock[1]!)}:${clock[2]!}`
  const at = momentOf(`${date?.[0] ?? today}T${hour}`, zone)
  if (at === undefined) return null
  if (at <= now) return at
  if (date !== undefined) return null
  return momentOf(`${wallTime(now - DAY_MS, zone).slice(0, 10)}T${hour}`, zone) ?? null
}
