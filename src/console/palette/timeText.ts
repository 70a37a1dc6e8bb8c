// A time that somebody typed behind an @: a clock of today or of the last day, a day, or both.
import { momentOf, wallTime } from "../time/wallTime.ts"

const DAY_MS = 86_400_000
const CLOCK = /^(\d{1,2})[:.](\d{2})$/
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

const pad = (text: string): string => text.padStart(2, "0")

/**
 * The moment (epoch ms) that is meant, by the clock of a zone; null: none is, or it is still to come. A
 * clock that has not been today was yesterday.
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
