// Logs: one JSON object per line with service, trace_id and request_id (specification 7.5), to DATA_DIR/log
// and, unless a person is looking at it, to stderr.
import { Cause, Context, Layer, Logger, References, Tracer } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { makeDirectory } from "./makeDirectory.ts"
import { type LogRecord, shortLog } from "./shortLog.ts"

/** A file is renamed to `.1` when it has grown to this. */
const ROTATE_BYTES = 64 * 1024 * 1024

/** Paths, ids and addresses of callers are nobody else's business on the machine. */
const OWNER_ONLY = 0o600

const openFile = (file: string) => {
  makeDirectory(path.dirname(file))
  let fd = fs.openSync(file, "a", OWNER_ONLY)
  let size = fs.fstatSync(fd).size
  return (line: string) => {
    if (size > ROTATE_BYTES) {
      fs.closeSync(fd)
      fs.renameSync(file, `${file}.1`)
      fd = fs.openSync(file, "a", OWNER_ONLY)
      size = 0
    }
    size += fs.writeSync(fd, line)
  }
}

const plain = (_: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value)

/** What goes to stderr: every line as it is in the file, or only what is wrong, in short lines for a person. */
export type OnStderr = "lines" | "trouble"

/** A person at a terminal is spared the lines, unless the setting LOG_STDERR asks for them. */
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

/** The loggers of one role; `file` is where lines go besides stderr. */
export const logLayer = (
  service: string,
  level: "Debug" | "Info" | "Warn" | "Error",
  file: string | null,
  stderr: OnStderr
) => {
  const toFile = file === null ? null : openFile(file)
  const inShort = stderr === "trouble" ? shortLog(file) : null
  // one write for all lines of a turn of the event loop: thousands of requests a second log without a system
  // call each
  let lines = "",
    short = ""
  const flush = () => {
    const text = lines,
      said = inShort === null ? lines : short
    lines = short = ""
    if (said !== "") process.stderr.write(said)
    if (text !== "") toFile?.(text)
  }
  process.once("exit", flush)
  const write = (record: LogRecord) => {
    if (lines === "") setImmediate(flush)
    lines += JSON.stringify(record, plain) + "\n"
    if (inShort !== null) short += inShort(record)
  }
  return Layer.mergeAll(
    Logger.layer([recorder(service, write)]),
    Layer.succeed(References.MinimumLogLevel, level)
  )
}
