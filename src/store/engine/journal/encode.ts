// Encodes what a commit writes before its transaction begins. A transaction that waits for texts to be made
// holds its locks meanwhile, and the server ends it after five seconds. So the functions of this folder encode
// when they are called, and send when the returned effect runs; the texts, the expensive part, are made once,
// here, and their size is counted.
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { createHash } from "node:crypto"
import { type NewEvent, TooLarge } from "../../../engine/ports.ts"

/** Encoded is a statement with encoded parameters: running it sends them. */
export type Encoded = Effect.Effect<unknown, SqlError>

/** A statement that does nothing. */
export const noStatement: Encoded = Effect.void

/** KeyedEvent is an event with the key that makes it unique in the database. */
export interface KeyedEvent {
  readonly event: NewEvent
  readonly key: Buffer
}

/** Returns an event with its key. */
export const withKey = (event: NewEvent): KeyedEvent => ({
  event,
  key: createHash("sha256").update(event.key).digest()
})

/** MAX_COMMIT_BYTES is a safety net: the engine keeps its commits far below it. */
export const MAX_COMMIT_BYTES = 64 * 1024 * 1024
/** ITEMS_PER_SLICE is how many items are encoded before the event loop gets its turn. */
const ITEMS_PER_SLICE = 250

/**
 * Returns JSON in UTF-8: half the memory of its text where that has other than Latin letters, and it is not
 * made twice.
 */
export const utf8 = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

/** CommitSize adds up the bytes of the texts of a commit. */
export class CommitSize {
  bytes = 0

  add(text: string): void {
    this.bytes += Buffer.byteLength(text)
  }

  /** Returns JSON in UTF-8 and adds its size. */
  json(value: unknown): Buffer {
    const encoded = utf8(value)
    this.bytes += encoded.length
    return encoded
  }
}

/**
 * Encodes each item of a list, in slices, and fails, before all is in memory, when it is too much for one
 * commit.
 */
export const encodeEach = Effect.fnUntraced(function* <A, B>(
  scale: CommitSize,
  list: ReadonlyArray<A>,
  encode: (a: A) => B
) {
  const encoded: Array<B> = []
  for (let from = 0; from < list.length; from += ITEMS_PER_SLICE) {
    if (from > 0) yield* Effect.yieldNow
    for (const one of list.slice(from, from + ITEMS_PER_SLICE)) encoded.push(encode(one))
    if (scale.bytes > MAX_COMMIT_BYTES) return yield* new TooLarge({ bytes: scale.bytes })
  }
  return encoded
})
