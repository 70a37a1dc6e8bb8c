// Parses PostgreSQL's text log into records: a line for each message, with lines below it for detail, hint and
// statement, and a tab before continuation lines.

/** Level is a level of the program's log. */
type Level = "Debug" | "Info" | "Warn" | "Error" | "Fatal"

/** ServerRecord is one message of the server. */
export interface ServerRecord {
  /** when PostgreSQL wrote it, RFC 3339; null: the output of another program, such as the watchdog */
  readonly ts: string | null
  readonly level: Level
  /** PostgreSQL's level: `LOG`, `ERROR`; null: the output of another program */
  readonly severity: string | null
  readonly message: string
  /** the process that wrote it */
  readonly pid: number | null
  /** `detail`, `hint`, `statement` and so on, where there are any */
  readonly more: Readonly<Record<string, string>>
}

/** LOG_LINE_PREFIX is the prefix that this parser expects: the setting `log_line_prefix`, with times in UTC. */
export const LOG_LINE_PREFIX = "%m [%p] "

/**
 * LEVELS are PostgreSQL's own for the system log; a failed statement is reported by the part of the program
 * that sent it.
 */
const LEVELS: Readonly<Record<string, Level>> = {
  LOG: "Info",
  INFO: "Info",
  NOTICE: "Info",
  WARNING: "Warn",
  ERROR: "Warn",
  FATAL: "Error",
  PANIC: "Fatal"
}

const LINE_PATTERN = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d+) UTC \[(\d+)\] ([A-Z]+)\d?: {2}(.*)$/su

/** DETAIL_LABELS are the labels of lines that belong to the message above them. */
const DETAIL_LABELS: ReadonlySet<string> = new Set([
  "DETAIL",
  "HINT",
  "QUERY",
  "CONTEXT",
  "STATEMENT",
  "LOCATION",
  "BACKTRACE"
])

/** MAX_CHARACTERS bounds one record; a statement may be long. */
const MAX_CHARACTERS = 16_384

interface Open {
  readonly record: ServerRecord
  /** the member that a continuation line belongs to; null: the message */
  readonly last: string | null
}

const longer = (text: string, line: string): string =>
  text.length >= MAX_CHARACTERS ? text : `${text}\n${line}`.slice(0, MAX_CHARACTERS)

const begun = (line: string): ServerRecord => {
  const [, day, clock, pid, severity, message] = LINE_PATTERN.exec(line) ?? []
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
  const [, , , pid, label = "", text = ""] = LINE_PATTERN.exec(line) ?? []
  if (!DETAIL_LABELS.has(label) || Number(pid) !== record.pid) return null
  const member = label.toLowerCase()
  return {
    last: member,
    record: { ...record, more: { ...record.more, [member]: text.slice(0, MAX_CHARACTERS) } }
  }
}

/** RecordReader reads the server's output piece by piece. */
interface RecordReader {
  /**
   * Returns the records that are complete with this piece. The last one is held back, because more lines of
   * it may follow.
   */
  readonly push: (text: string) => ReadonlyArray<ServerRecord>
  /** Returns the record that was held back. */
  readonly flush: () => ReadonlyArray<ServerRecord>
}

/** Makes a reader. */
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
