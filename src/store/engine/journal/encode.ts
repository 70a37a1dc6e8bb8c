// What a commit writes is encoded before its transaction begins. One that waits while texts are made holds
// its locks meanwhile, and the server ends it after five seconds. So the functions of this folder encode when
// they are called, and send when what they give is run; the dear part, the texts, is made once, here, and
// weighed.
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { createHash } from "node:crypto"
import { type NewEvent, TooLarge } from "../../../engine/ports.ts"

/** Statements whose parameters are there: running them sends them. */
export type Encoded = Effect.Effect<unknown, SqlError>

export const nothing: Encoded = Effect.void

/** An event and what the database knows it by. */
export interface Keyed {
  readonly event: NewEvent
  readonly key: Buffer
}

export const keyed = (event: NewEvent): Keyed => ({
  event,
  key: createHash("sha256").update(event.key).digest()
})

/** A safety net: the engine keeps its commits far below it. */
export const MAX_COMMIT_BYTES = 64 * 1024 * 1024
/** So many are encoded between two looks at what others want of the process. */
const PIECE = 250

/**
 * JSON in UTF-8: half of what the text of it takes, where that is not in Latin letters alone, and it is not
 * made twice.
 */
export const utf8 = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

/** What the texts of a commit weigh so far. */
export class Scale {
  bytes = 0

  add(text: string): void {
    this.bytes += Buffer.byteLength(text)
  }

  /** JSON in UTF-8. */
  json(value: unknown): Buffer {
    const encoded = utf8(value)
    this.bytes += encoded.length
    return encoded
  }
}

/**
 * Encodes each of a list, in pieces, and gives up, before all is in memory, when it is too much for one
 * commit.
 */
export const encodeEach = Effect.fnUntraced(function* <A, B>(
  scale: Scale,
  list: ReadonlyArray<A>,
  encode: (a: A) => B
) {
  const encoded: Array<B> = []
  for (let from = 0; from < list.length; from += PIECE) {
    if (from > 0) yield* Effect.yieldNow
    for (const one of list.slice(from, from + PIECE)) encoded.push(encode(one))
    if (scale.bytes > MAX_COMMIT_BYTES) return yield* new TooLarge({ bytes: scale.bytes })
  }
  return encoded
})
