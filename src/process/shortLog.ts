// What a person at a terminal is told of the log: warnings and errors, a line each; all of it is in the file
// the line names.

/** A line of the log, before it is JSON. */
export interface LogRecord extends Readonly<Record<string, unknown>> {
  readonly ts: string
  readonly level: string
  readonly msg: string
}

/**
 * How long the same message is told once only: what fails a thousand times a second would leave nothing else
 * to read.
 */
const ONCE_MS = 60_000

const MOST = 240

/** Members that say which line it is, not what is the matter. */
const aside = new Set(["ts", "level", "service", "msg", "trace_id", "request_id", "error", "cause"])

const words: Readonly<Record<string, string>> = { warn: "Warning", error: "Error", fatal: "Error" }

/** What came from outside must not steer the terminal. */
const harmless = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")

const shortened = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text)

const firstLine = (text: unknown): ReadonlyArray<string> =>
  typeof text === "string" && text !== "" ? [text.split("\n", 1)[0]!] : []

const isPlain = (value: unknown): boolean =>
  (typeof value === "string" && value !== "") || typeof value === "number" || typeof value === "bigint"

const details = (record: LogRecord): string =>
  [
    ...firstLine(record["error"] ?? record["cause"]),
    ...Object.entries(record)
      .filter(([name, value]) => !aside.has(name) && isPlain(value))
      .map(([name, value]) => `${name.replaceAll("_", " ")} ${String(value)}`)
  ].join(", ")

/**
 * Tells trouble in short lines; "" for what is none, and for what was told a moment ago. `file`: where the
 * whole of it is.
 */
export const shortLog = (file: string | null) => {
  const told = new Map<string, { readonly at: number; more: number }>()
  return (record: LogRecord): string => {
    // a statement that PostgreSQL refused: the part that sent it says so, if it is any trouble
    if (record["service"] === "postgres" && record.level === "warn") return ""
    const word = words[record.level]
    if (word === undefined) return ""
    const at = Date.parse(record.ts),
      key = `${record.level} ${record.msg}`,
      before = told.get(key)
    if (before !== undefined && at - before.at < ONCE_MS) {
      before.more++
      return ""
    }
    if (told.size >= 100) told.clear()
    told.set(key, { at, more: 0 })
    const more = before === undefined || before.more === 0 ? "" : ` (and ${before.more} more like it)`
    const said = details(record)
    const clock = new Date(at).toTimeString().slice(0, 8)
    const text = shortened(harmless(said === "" ? record.msg : `${record.msg}: ${said}`))
    return `${clock}  ${word}: ${text}${more}${file === null ? "" : `  [log: ${file}]`}\n`
  }
}
