// Logs: one JSON object per line with service, trace_id and request_id (specification 7.5), to DATA_DIR/log and,
// unless it is a terminal, to stderr.
import { Cause, Context, Layer, Logger, Metric, References, Tracer } from "effect"
import { openLogFile } from "./logFile.ts"
import { type LogRecord, shortLog } from "./shortLog.ts"

/** Counts lines lost to a log disk that is full or fails: it must not stop the service. */
const droppedLines = Metric.counter("pugmark_log_lines_dropped_total", {
  description:
    "Lines that could not be written to a log file, because its disk was full, read-only or failing",
  incremental: true
})

const plain = (_: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value)

/**
 * `OnStderr` says what stderr gets: all lines as in the file, or warnings and errors as short lines for a
 * person.
 */
export type OnStderr = "lines" | "trouble"

/** `onStderr` chooses short lines for a terminal, unless the setting LOG_STDERR asks for all lines. */
export const onStderr = (setting: "auto" | "on", isTerminal: boolean): OnStderr =>
  isTerminal && setting === "auto" ? "trouble" : "lines"

const recorder = (service: string, write: (record: LogRecord) => void) =>
  Logger.make<unknown, void>(({ cause, date, fiber, logLevel, message }) => {
    const span = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
    const parts = Array.isArray(message) ? message : [message]
    const line: LogRecord & Record<string, unknown> = {
      ts: date.toISOString(),
      level: logLevel.toLowerCase(),
      service,
      msg: parts.filter((p) => typeof p !== "object").join(" "),
      trace_id: span?.traceId ?? null,
      request_id: null,
      ...fiber.getRef(References.CurrentLogAnnotations)
    }
    for (const p of parts)
      if (p instanceof Error) line.error = p.stack
      else if (p !== null && typeof p === "object") Object.assign(line, p)
    if (cause.reasons.length > 0) line.cause = Cause.pretty(cause)
    write(line)
  })

/** Keeps errors of a stream from ending the process: stderr may be a file on a full disk, or a closed pipe. */
const surviveErrors = (stream: NodeJS.WriteStream): void => {
  if (!stream.listeners("error").includes(ignore)) stream.on("error", ignore)
}
const ignore = (): void => undefined

/** `logLayer` provides the loggers of one role, writing to `file` and to stderr. */
export const logLayer = (
  service: string,
  level: "Debug" | "Info" | "Warn" | "Error",
  file: string | null,
  stderr: OnStderr
) => {
  surviveErrors(process.stdout)
  surviveErrors(process.stderr)
  const toFile = file === null ? null : openLogFile(file)
  const inShort = stderr === "trouble" ? shortLog(file) : null
  const ownRecord = (level: string, msg: string, more: Readonly<Record<string, unknown>>): LogRecord => ({
    ts: new Date().toISOString(),
    level,
    service,
    msg,
    trace_id: null,
    request_id: null,
    ...more
  })
  const jsonLine = (record: LogRecord) => JSON.stringify(record, plain) + "\n"
  const onlyStderr = (record: LogRecord) =>
    void process.stderr.write(inShort === null ? jsonLine(record) : inShort(record))
  const intoFile = (text: string): void => {
    const written = toFile?.write(text)
    if (written === undefined) return
    if (!written.ok) {
      droppedLines.updateUnsafe(written.dropped, Context.empty())
      if (written.began)
        onlyStderr(
          ownRecord(
            "error",
            "the log file cannot be written: its lines are dropped and counted until it can",
            {
              code: written.code,
              file
            }
          )
        )
    } else if (written.ended !== null) {
      const { code, lines } = written.ended
      const record = ownRecord("warn", "log lines were dropped while the log file could not be written", {
        code,
        lines
      })
      onlyStderr(record)
      intoFile(jsonLine(record))
    }
  }
  // all lines of a turn of the event loop are one write: thousands of requests a second cost no system call each
  let lines = "",
    short = ""
  const flush = () => {
    const text = lines,
      forStderr = inShort === null ? lines : short
    lines = short = ""
    if (forStderr !== "") process.stderr.write(forStderr)
    if (text !== "") intoFile(text)
  }
  process.once("exit", flush)
  const write = (record: LogRecord) => {
    if (lines === "") setImmediate(flush)
    lines += jsonLine(record)
    if (inShort !== null) short += inShort(record)
  }
  return Layer.mergeAll(
    Logger.layer([recorder(service, write)]),
    Layer.succeed(References.MinimumLogLevel, level)
  )
}
