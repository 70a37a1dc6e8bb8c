// What PostgreSQL writes, as records: its text has a line for each message, with lines below it for detail, hint
// and statement, and a tab before what goes on in the next line.

/** The levels of our own log. */
export type Level = "Debug" | "Info" | "Warn" | "Error" | "Fatal"

export interface ServerRecord {
  /** when PostgreSQL wrote it, RFC 3339; null: it was written round the server, not by it */
  readonly ts: string | null
  readonly level: Level
  /** as PostgreSQL calls it: `LOG`, `ERROR`; null: it was written round the server */
  readonly severity: string | null
  readonly message: string
  /** the process that wrote it */
  readonly pid: number | null
  /** `detail`, `hint`, `statement` and so on, where there are any */
  readonly more: Readonly<Record<string, string>>
}

/** The prefix of a line by which this file reads it: the setting `log_line_prefix`, with times in UTC. */
export const LOG_LINE_PREFIX = "%m [%p] "

/** As PostgreSQL itself tells a system log; a statement that fails is the business of the part that sent it. */
const LEVELS: Readonly<Record<string, Level>> = {
  LOG: "Info",
  INFO: "Info",
  NOTICE: "Info",
  WARNING: "Warn",
  ERROR: "Warn",
  FATAL: "Error",
  PANIC: "Fatal"
}

const LINE = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d+) UTC \[(\d+)\] ([A-Z]+)\d?: {2}(.*)$/su

/** Labels of lines that belong to the message above them. */
const BELOW: ReadonlySet<string> = new Set([
  "DETAIL",
  "HINT",
  "QUERY",
  "CONTEXT",
  "STATEMENT",
  "LOCATION",
  "BACKTRACE"
])

/** Characters of one record; a statement may be long. */
const MAX_CHARACTERS = 16_384

interface Open {
  readonly record: ServerRecord
  /** the member that a line with a tab goes on with; null: the message */
  readonly last: string | null
}

const longer = (text: string, line: string): string =>
  text.length >= MAX_CHARACTERS ? text : `${text}\n${line}`.slice(0, MAX_CHARACTERS)

const begun = (line: string): ServerRecord => {
  const [, day, clock, pid, severity, message] = LINE.exec(line) ?? []
  return severity === undefined
    ? { ts: null, level: "Warn", severity: null, message: line.slice(0, MAX_CHARACTERS), pid: null, more: {} }
    : {
        ts: `${day}T${clock}Z`,
        level: LEVELS[severity] ?? "Debug",
        severity,
        message: message!.slice(0, MAX_CHARACTERS),
        pid: Number(pid),
        more: {}
      }
}

const goOn = ({ last, record }: Open, line: string): Open | null => {
  if (line.startsWith("\t")) {
    const text = line.slice(1)
    return last === null
      ? { last, record: { ...record, message: longer(record.message, text) } }
      : {
          last,
          record: { ...record, more: { ...record.more, [last]: longer(record.more[last] ?? "", text) } }
        }
  }
  const [, , , pid, label = "", text = ""] = LINE.exec(line) ?? []
  if (!BELOW.has(label) || Number(pid) !== record.pid) return null
  const member = label.toLowerCase()
  return {
    last: member,
    record: { ...record, more: { ...record.more, [member]: text.slice(0, MAX_CHARACTERS) } }
  }
}

/** Reads what PostgreSQL writes, piece by piece. */
export interface RecordReader {
  /** The records that are whole with this piece. A last one is kept back: more may belong to it. */
  readonly push: (text: string) => ReadonlyArray<ServerRecord>
  /** The record that was kept back, once nothing more has come. */
  readonly flush: () => ReadonlyArray<ServerRecord>
}

export const makeRecordReader = (): RecordReader => {
  let open: Open | null = null,
    rest = ""
  const flush = (): ReadonlyArray<ServerRecord> => {
    const whole = open === null ? [] : [open.record]
    open = null
    return whole
  }
  return {
    flush,
    push: (text) => {
      const lines = (rest + text).split("\n")
      rest = lines.pop()!
      return lines.flatMap((line) => {
        if (line.trim() === "") return []
        const further = open === null ? null : goOn(open, line)
        if (further !== null) {
          open = further
          return []
        }
        const whole = flush()
        open = { last: null, record: begun(line) }
        return whole
      })
    }
  }
}
