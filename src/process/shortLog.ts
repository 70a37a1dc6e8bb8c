// Formats warnings and errors for a person at a terminal, one short line each; the line names the file with the rest.

/** `LogRecord` is a line of the log before it is encoded as JSON. */
export interface LogRecord extends Readonly<Record<string, unknown>> {
  readonly ts: string
  readonly level: string
  readonly msg: string
}

/**
 * The same message is printed once in this time, so that a failure a thousand times a second does not flood
 * the terminal.
 */
const REPEAT_INTERVAL_MS = 60_000

const MAX_LINE_CHARACTERS = 240

/** Members that identify a line; all others are details of it. */
const identifyingMembers = new Set([
  "ts",
  "level",
  "service",
  "msg",
  "trace_id",
  "request_id",
  "error",
  "cause"
])

const words: Readonly<Record<string, string>> = { warn: "Warning", error: "Error", fatal: "Error" }

/** Replaces control characters, so that text from outside cannot steer the terminal. */
const withoutControls = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")

const shortened = (text: string): string =>
  text.length > MAX_LINE_CHARACTERS ? `${text.slice(0, MAX_LINE_CHARACTERS - 1)}…` : text

const firstLine = (text: unknown): ReadonlyArray<string> =>
  typeof text === "string" && text !== "" ? [text.split("\n", 1)[0]!] : []

const isPlain = (value: unknown): boolean =>
  (typeof value === "string" && value !== "") || typeof value === "number" || typeof value === "bigint"

const details = (record: LogRecord): string =>
  [
    ...firstLine(record["error"] ?? record["cause"]),
    ...Object.entries(record)
      .filter(([name, value]) => !identifyingMembers.has(name) && isPlain(value))
      .map(([name, value]) => `${name.replaceAll("_", " ")} ${String(value)}`)
  ].join(", ")

/**
 * `shortLog` returns a formatter: a short line for a warning or error, "" for other records and recent
 * repeats. `file` is the log file that the line names.
 */
export const shortLog = (file: string | null) => {
  const printed = new Map<string, { readonly at: number; more: number }>()
  return (record: LogRecord): string => {
    // a refused statement of PostgreSQL: its caller logs it if it is an error
    if (record["service"] === "postgres" && record.level === "warn") return ""
    const word = words[record.level]
    if (word === undefined) return ""
    const at = Date.parse(record.ts),
      key = `${record.level} ${record.msg}`,
      before = printed.get(key)
    if (before !== undefined && at - before.at < REPEAT_INTERVAL_MS) {
      before.more++
      return ""
    }
    if (printed.size >= 100) printed.clear()
    printed.set(key, { at, more: 0 })
    const more = before === undefined || before.more === 0 ? "" : ` (and ${before.more} more like it)`
    const detail = details(record)
    const clock = new Date(at).toTimeString().slice(0, 8)
    const text = shortened(withoutControls(detail === "" ? record.msg : `${record.msg}: ${detail}`))
    return `${clock}  ${word}: ${text}${more}${file === null ? "" : `  [log: ${file}]`}\n`
  }
}
