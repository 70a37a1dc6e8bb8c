// Logs: one JSON object per line with service, trace_id and request_id (specification 7.5), to stderr and to DATA_DIR/log.
import { Cause, Context, Layer, Logger, References, Tracer } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { makeDirectory } from "./makeDirectory.ts"

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

const plain = (_: string, value: unknown) => typeof value === "bigint" ? value.toString() : value

const jsonLogger = (service: string, write: (line: string) => void) => Logger.make<unknown, void>(({ cause, date, fiber, logLevel, message }) => {
  const span = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
  const parts = Array.isArray(message) ? message : [message]
  const line: Record<string, unknown> = {
    ts: date.toISOString(), level: logLevel.toLowerCase(), service,
    msg: parts.filter((p) => typeof p !== "object").join(" "),
    trace_id: span?.traceId ?? null, request_id: null, ...fiber.getRef(References.CurrentLogAnnotations)
  }
  for (const p of parts) if (p instanceof Error) line.error = p.stack; else if (p !== null && typeof p === "object") Object.assign(line, p)
  if (cause.reasons.length > 0) line.cause = Cause.pretty(cause)
  write(JSON.stringify(line, plain) + "\n")
})

/** The loggers of one role; `file` is where lines go besides stderr. */
export const logLayer = (service: string, level: "Debug" | "Info" | "Warn" | "Error", file: string | null) => {
  const toFile = file === null ? null : openFile(file)
  // one write for all lines of a turn of the event loop: thousands of requests a second log without a system call each
  let lines = ""
  const flush = () => {
    const text = lines
    lines = ""
    if (text === "") return
    process.stderr.write(text)
    toFile?.(text)
  }
  process.once("exit", flush)
  const write = (line: string) => {
    if (lines === "") setImmediate(flush)
    lines += line
  }
  return Layer.mergeAll(Logger.layer([jsonLogger(service, write)]), Layer.succeed(References.MinimumLogLevel, level))
}
