// A fingerprint of the fixes a result was made from, so that two results can be known to rest on the same
// data, and anybody who has the data can compute it again.
import { createHash } from "node:crypto"
import type { SandboxJob } from "../../src/domain/analysis/SandboxJob.ts"
import { ordered } from "../track/clean.ts"

/** What a result says of its fingerprint. */
export const HASH_ALGORITHM = "SHA-256 over periods, subject ids and columns in order of time"

const utf8 = new TextEncoder()

/** Equal bits for every NaN. */
const canonical = <C extends Float32Array | Float64Array>(column: C): C => {
  const own = column.slice() as C // a slice is of the kind it was taken from
  for (let i = 0; i < own.length; i++) if (Number.isNaN(own[i]!)) own[i] = Number.NaN
  return own
}

/**
 * Of the subjects, periods and fixes of a job, rows in order of time: the order they came in does not count.
 * 64 hexadecimal digits: SHA-256 (FIPS 180-4) of these bytes, little-endian, counts 32 bits wide and texts in
 * UTF-8 after their count of bytes: how many periods; of each its key, beginning and end (epoch ms, 64-bit
 * floats); how many subjects; of each its id and how many tracks it has; of each track the key of its period,
 * how many rows have a time and a place, and of these the columns `time`, `lon`, `lat` (64-bit floats),
 * `accuracy_m`, `satellites` (32-bit floats).
 */
export const inputHash = ({
  periods,
  subjects,
  tracks
}: Pick<SandboxJob, "periods" | "subjects" | "tracks">): string => {
  const hash = createHash("sha256")
  const addCount = (count: number): void => {
    hash.update(Uint32Array.of(count))
  }
  const addText = (text: string): void => {
    const bytes = utf8.encode(text)
    addCount(bytes.length)
    hash.update(bytes)
  }
  addCount(periods.length)
  for (const { from, key, to } of periods) {
    addText(key)
    hash.update(Float64Array.of(from, to))
  }
  addCount(subjects.length)
  subjects.forEach(({ id }, subject) => {
    const own = periods.flatMap(
      ({ key }) => tracks.find((t) => t.subject === subject && t.period === key) ?? []
    )
    addText(id)
    addCount(own.length)
    for (const track of own) {
      const { accuracy_m, lat, lon, satellites, time } = ordered(track)
      addText(track.period)
      addCount(time.length)
      for (const column of [time, lon, lat, accuracy_m, satellites]) hash.update(canonical(column))
    }
  })
  return hash.digest("hex")
}
