// Times of a command line, in the time zone of the tracks.
import { readTableTime } from "../../domain/intake/tableTime.ts"
import { offsetAt, zoneBetween } from "../../domain/zone.ts"

const ZONE_PATTERN = /(?:Z|UTC|[+-]\d\d:?\d\d)$/i

/**
 * Reads a day or time as `readTableTime` reads it, in epoch ms; without a zone of its own it is in
 * `timezone`. null: it is none.
 */
export const readLocalTime = (text: string, timezone: string): number | null => {
  const at = readTableTime(text)
  if (at === null || ZONE_PATTERN.test(text)) return at
  const zone = zoneBetween(timezone, at, at)
  // the offset of the instant itself, which a change of the clocks may have moved
  return at - offsetAt(zone, at - offsetAt(zone, at))
}
