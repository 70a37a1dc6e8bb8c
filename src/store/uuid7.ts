// UUIDv7, thousands a second: random bytes are fetched for a few hundred ids at once.
import { randomFillSync } from "node:crypto"
import { v7 } from "uuid"

const pool = Buffer.alloc(8192)
let used = pool.length

const rng = (): Uint8Array => {
  if (used + 16 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return pool.subarray(used, used += 16)
}

/** A fresh id of this millisecond, random behind it. */
export const uuid7 = (): string => v7({ rng })
