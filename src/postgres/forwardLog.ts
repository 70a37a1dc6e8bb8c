// Forwards what PostgreSQL writes to the log of the program: one JSON object a line, with `service`, `trace_id`
// and `request_id` as in every other (specification 7.5). The file that the server writes to outlives the
// program, so the server never waits for it. Of several processes with one server one forwards; when it ends
// another continues.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { randomUUID } from "node:crypto"
import { open, readFile, rename, stat, writeFile } from "node:fs/promises"
import { StringDecoder } from "node:string_decoder"
import { makeRecordReader, type ServerRecord } from "./serverRecords.ts"

/** POLL_MS is how often the file is read. */
const POLL_MS = 500
/** STALE_MS is after how long without a renewal a forwarder counts as gone. */
const STALE_MS = 15_000
/** RENEWAL_MS is how often a forwarder renews its claim. */
const RENEWAL_MS = 5000
/** PIECE_BYTES is how much is read at once. */
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

/** Place is which process forwards, and up to which byte of the file that is done. */
interface Place {
  /** null: no process */
  readonly holder: string | null
  readonly at: number
}

/** Reads and writes the place, in a file beside the one that is forwarded. */
const placeIn = (file: string) => {
  const read = async (): Promise<Place | null> => {
    const text = await readFile(file, "utf8").catch(() => "")
    const [holder = "", at = ""] = text.split(" ")
    return /^\d+\n?$/.test(at) ? { holder: holder === "-" ? null : holder, at: Number(at) } : null
  }
  const write = async (me: string, { at, holder }: Place): Promise<void> => {
    const fresh = `${file}.${me}`
    await writeFile(fresh, `${holder ?? "-"} ${at}\n`, { mode: 0o600 })
    await rename(fresh, file)
  }
  const isStale = async (): Promise<boolean> =>
    stat(file).then(
      ({ mtimeMs }) => Date.now() - mtimeMs > STALE_MS,
      () => true
    )
  return { read, write, isStale }
}

/**
 * Reads a file from a byte on, as it grows; a file that is shorter than that was truncated, and is read from
 * its beginning.
 */
const makeTail = (file: string, from: number) => {
  const reader = makeRecordReader(),
    buffer = Buffer.alloc(PIECE_BYTES)
  let decoder = new StringDecoder("utf8"),
    at = from
  /** Returns the next records; null: the file has no more yet. */
  const next = async (): Promise<ReadonlyArray<ServerRecord> | null> => {
    const handle = await open(file, "r").catch(() => null)
    if (handle === null) return null
    try {
      if ((await handle.stat()).size < at) {
        at = 0
        decoder = new StringDecoder("utf8")
      }
      const { bytesRead } = await handle.read(buffer, 0, PIECE_BYTES, at)
      at += bytesRead
      if (bytesRead > 0) return reader.push(decoder.write(buffer.subarray(0, bytesRead)))
      // the record that was held back is complete, because nothing followed it
      const last = reader.flush()
      return last.length === 0 ? null : last
    } finally {
      await handle.close()
    }
  }
  return { next, at: () => at }
}

/**
 * Forwards what is written to `file` until the scope closes, and then the rest of it, unless another process
 * does so. Acquired before the server, so that its last messages are forwarded too.
 */
export const forwardLog = Effect.fnUntraced(function* (file: string): Effect.fn.Return<void, never, Scope> {
  const me = randomUUID()
  const place = placeIn(`${file}.at`)
  const begin = yield* Effect.promise(() => sizeOf(file))
  let tail: ReturnType<typeof makeTail> | null = null,
    renewedAt = 0

  /** Claims the place in the file for this process: it has it already, or no live process does. */
  const hold = async (): Promise<boolean> => {
    const found = await place.read()
    if (found?.holder === me) return true
    if (found !== null && found.holder !== null && !(await place.isStale())) {
      tail = null
      return false
    }
    const at = found?.at ?? begin
    await place.write(me, { holder: me, at })
    tail = makeTail(file, at)
    return true
  }
  const drain = Effect.gen(function* () {
    if (!(yield* Effect.promise(hold)) || tail === null) return
    const { at, next } = tail
    const before = at()
    for (;;) {
      const records = yield* Effect.promise(next)
      if (records === null) break
      yield* Effect.forEach(records, tell, { discard: true })
    }
    if (at() === before && Date.now() - renewedAt < RENEWAL_MS) return
    renewedAt = Date.now()
    yield* Effect.promise(() => place.write(me, { holder: me, at: at() }))
  })
  const leave = Effect.gen(function* () {
    yield* drain
    const last = tail?.at()
    if (last !== undefined) yield* Effect.promise(() => place.write(me, { holder: null, at: last }))
  })
  // a failure to forward stops nothing, because the file has the log
  yield* Effect.addFinalizer(() => Effect.ignoreCause(leave))
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.ignoreCause(drain), Effect.sleep(POLL_MS))))
})
