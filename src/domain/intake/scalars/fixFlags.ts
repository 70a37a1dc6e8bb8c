// What messages say about whether their place was measured. A place that is repeated from memory, with a new
// time, is no fix. Without imports: it runs for every item, and in browsers too.

/** Names without case and punctuation of members that say, as a yes, that there is a fix. */
const FIX_FLAG_NAMES: ReadonlySet<string> = new Set([
  "fix",
  "gpsfix",
  "gnssfix",
  "hasfix",
  "hasgpsfix",
  "fixvalid",
  "validfix",
  "gpsvalid",
  "gnssvalid",
  "positionvalid",
  "locationvalid",
  "fixtype",
  "gpsfixtype",
  "fixquality"
])

/** Names of members that say, as a yes, that the place is an older one. */
const OLD_PLACE_FLAG_NAMES: ReadonlySet<string> = new Set([
  "outdated",
  "stale",
  "cached",
  "iscached",
  "positioncached",
  "lastknown",
  "islastknown",
  "lastknownposition"
])

const NO_VALUES: ReadonlySet<unknown> = new Set([
  false,
  0,
  "0",
  "false",
  "no",
  "none",
  "nofix",
  "no fix",
  "no_fix",
  "invalid",
  "void",
  "v"
])
const YES_VALUES: ReadonlySet<unknown> = new Set([true, 1, "1", "true", "yes"])

/** Longer texts are none of the words above. */
const MAX_WORD_CHARACTERS = 8

const small = (value: unknown): unknown =>
  typeof value === "string" && value.length <= MAX_WORD_CHARACTERS ? value.trim().toLowerCase() : value

/** Whether a value of `valid` marks the position as wrong: false, 0, "false", NMEA's `V`. */
export const isMarkedInvalid = (value: unknown): boolean =>
  value === false || (value !== undefined && value !== true && NO_VALUES.has(small(value)))

/** Whether a member of a message says that its place was not measured: `fix: false`, `outdated: true`. */
export const saysNoFix = (name: string, value: unknown): boolean => {
  const word = small(value),
    isNo = NO_VALUES.has(word)
  if (!isNo && !YES_VALUES.has(word)) return false
  return (isNo ? FIX_FLAG_NAMES : OLD_PLACE_FLAG_NAMES).has(name.toLowerCase().replaceAll(/[^a-z]/gu, ""))
}
