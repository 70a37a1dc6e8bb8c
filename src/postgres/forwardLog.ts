// Brings what PostgreSQL writes into the log of the program: one JSON object a line, with `service`, `trace_id` and
// `request_id` as in every other (specification 7.5). The file that the server writes to outlives the program, so
// the server never waits for it.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { type FileHandle, open, stat } from "node:fs/promises"
import { StringDecoder } from "node:string_decoder"
import { makeRecordReader, type ServerRecord } from "./serverRecords.ts"

/** Between two looks into the file. */
const LOOK_MS = 500
/** Bytes read at once. */
const PIECE_BYTES = 64 * 1024

const tell = ({ level, message, more, pid, severity, ts }: ServerRecord) =>
  Effect.annotateLogs(Effect.logWithLevel(level)(message), {
    service: "postgres",
    trace_id: null,
    ...(ts === null ? {} : { ts }),
    ...(severity === null ? {} : { severity, pid }),
    ...more
  })

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0
  )

/** Reads a file from a byte on, as it grows; one that is shorter than that was begun again. */
const makeTail = (file: string, from: number) => {
  const reader = makeRecordReader(),
    buffer = Buffer.alloc(PIECE_BYTES)
  let decoder = new StringDecoder("utf8"),
    at = from
  const readFrom = async (handle: FileHandle): Promise<ReadonlyArray<ServerRecord>> => {
    if ((await handle.stat()).size < at) {
      at = 0
      decoder = new StringDecoder("utf8")
    }
    const { bytesRead } = await handle.read(buffer, 0, PIECE_BYTES, at)
    at += bytesRead
    // what is kept back was whole, if nothing has followed by now
    return bytesRead === 0 ? reader.flush() : reader.push(decoder.write(buffer.subarray(0, bytesRead)))
  }
  /** The next records; null: the file has no more yet. */
  const next = async (): Promise<ReadonlyArray<ServerRecord> | null> => {
    const handle = await open(file, "r").catch(() => null)
    if (handle === null) return null
    try {
      const before = at
      const records = await readFrom(handle)
      return at === before && records.length === 0 ? null : records
    } finally {
      await handle.close()
    }
  }
  return next
}

/**
 * Forwards what is written to `file` from now on until the scope closes, and then the rest of it. `start`
 * begins: the one that starts the server forwards, and no other. Acquire it before the server, so that its
 * last words are told too.
 */
export const logForwarder = Effect.fnUntraced(function* (
  file: string
): Effect.fn.Return<{ readonly start: Effect.Effect<void, never, Scope> }, never, Scope> {
  const next = makeTail(file, yield* Effect.promise(() => sizeOf(file)))
  const drain = Effect.gen(function* () {
    for (;;) {
      const records = yield* Effect.promise(next)
      if (records === null) return
      yield* Effect.forEach(records, tell, { discard: true })
    }
  })
  let hasStarted = false
  yield* Effect.addFinalizer(() => (hasStarted ? Effect.ignoreCause(drain) : Effect.void))
  const start = Effect.suspend(() => {
    hasStarted = true
    return Effect.asVoid(
      Effect.forkScoped(Effect.forever(Effect.andThen(Effect.ignoreCause(drain), Effect.sleep(LOOK_MS))))
    )
  })
  return { start }
})
