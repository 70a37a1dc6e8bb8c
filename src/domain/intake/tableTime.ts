// Times as tables write them, which is less strictly than devices do: a time without a zone is UTC, as
// Movebank writes it.
import { readTime } from "./readTime.ts"

const pattern =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(?:Z|UTC|([+-]\d\d):?(\d\d))?$/i

/**
 * `2009-02-11 12:16:45.000`, the same with `T`, with `Z` or `+02:00` behind, without seconds, or a date alone
 * (its midnight), as epoch ms; null for anything else, and for days and hours that do not exist. Finer than a
 * millisecond is cut.
 */
export const readTableTime = (text: string): number | null => {
  const found = pattern.exec(text)
  if (found === null) return null
  const [, day, minute = "00:00", second = "00", fraction = "0", hours = "+00", minutes = "00"] = found
  const at = readTime(`${day}T${minute}:${second}.${fraction}${hours}:${minutes}`)
  return Number.isNaN(at) ? null : at
}
