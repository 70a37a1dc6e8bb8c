// Real tracks and reference numbers by other software, where the machine has them: outside the repository, in the folder that
// PUGMARK_SHARED names (`../shared` without it). Tests that need them say so when they are not there.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Row } from "./job.ts"

const folder = process.env["PUGMARK_SHARED"] ?? "../shared"

export const isHere = existsSync(join(folder, "reference", "summary.csv")) && existsSync(join(folder, "data"))
if (!isHere) console.warn(`no reference numbers in ${folder}: the tests against them did not run (set PUGMARK_SHARED)`)

export const readShared = (path: string): string => readFileSync(join(folder, path), "utf8")

/** Rows of a CSV without quotes, by its header. */
export const table = (path: string): ReadonlyArray<Readonly<Record<string, string>>> => {
  const [header = "", ...lines] = readShared(path).trim().split(/\r?\n/)
  const names = header.split(",")
  return lines.map((line) => {
    const cells = line.split(",")
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""]))
  })
}

/** The fixes of a data set by individual, in the order of the file. */
export const tracksOf = (set: string): ReadonlyMap<string, ReadonlyArray<Row>> => {
  const tracks = new Map<string, Array<Row>>()
  for (const row of table(`data/${set}.csv`)) {
    const id = row["individual_id"]!
    if (!tracks.has(id)) tracks.set(id, [])
    tracks.get(id)!.push({ time: Date.parse(row["timestamp"]!), lon: Number(row["lon"]), lat: Number(row["lat"]), ...(row["accuracy_m"] ? { accuracy: Number(row["accuracy_m"]) } : {}) })
  }
  return tracks
}
