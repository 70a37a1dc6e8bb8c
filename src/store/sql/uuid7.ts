// UUIDv7, thousands a second: random bytes are fetched for a few hundred ids at once. Ids of one process
// ascend, also within a millisecond, so that records of one transaction keep their order.
import { randomFillSync } from "node:crypto"
import { v7 } from "uuid"

const pool = Buffer.alloc(8192)
let used = pool.length

const rng = (): Buffer => {
  if (used + 16 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return pool.subarray(used, (used += 16))
}

let msecs = 0
let seq = 0

/** Returns a new id: the current millisecond, a counter within it, and random bits. */
export const uuid7 = (): string => {
  const now = Date.now()
  if (now > msecs) {
    msecs = now
    seq = rng().readUInt32BE() >>> 1
  } else seq++
  return v7({ rng, msecs, seq })
}
