// Real tracks and reference numbers by other software, as tests read them.
import type { Fixtures } from "../support/fixtures.ts"
import type { Row } from "./job.ts"

/** Rows of a CSV without quotes, by its header. */
export const table = (text: string): ReadonlyArray<Readonly<Record<string, string>>> => {
  const [header = "", ...lines] = text.trim().split(/\r?\n/)
  const names = header.split(",")
  return lines.map((line) => {
    const cells = line.split(",")
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""]))
  })
}

/** The fixes of a data set by individual, in the order of the file. */
export const tracksOf = (from: Fixtures, set: string): ReadonlyMap<string, ReadonlyArray<Row>> => {
  const tracks = new Map<string, Array<Row>>()
  for (const row of table(from.csv(set))) {
    const id = row["individual_id"]!
    if (!tracks.has(id)) tracks.set(id, [])
    tracks.get(id)!.push({
      time: Date.parse(row["timestamp"]!),
      lon: Number(row["lon"]),
      lat: Number(row["lat"]),
      ...(row["accuracy_m"] ? { accuracy: Number(row["accuracy_m"]) } : {})
    })
  }
  return tracks
}

/** Numbers in a JSON file, by the names on the way to them. What is asked for and not there fails the test. */
export class Numbers {
  private readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }

  private find(path: ReadonlyArray<string>): unknown {
    let at = this.value
    for (const name of path)
      at = typeof at === "object" && at !== null ? (at as Readonly<Record<string, unknown>>)[name] : undefined
    return at
  }

  private get<T>(path: ReadonlyArray<string>, is: (value: unknown) => value is T): T {
    const found = this.find(path)
    if (!is(found)) throw new Error(`the reference has no such value at ${path.join(" / ")}`)
    return found
  }

  has(...path: ReadonlyArray<string>): boolean {
    return this.find(path) !== undefined
  }

  at(...path: ReadonlyArray<string>): Numbers {
    return new Numbers(
      this.get(path, (value): value is object => typeof value === "object" && value !== null)
    )
  }

  keys(...path: ReadonlyArray<string>): ReadonlyArray<string> {
    return Object.keys(
      this.get(path, (value): value is object => typeof value === "object" && value !== null)
    )
  }

  number(...path: ReadonlyArray<string>): number {
    return this.get(path, (value) => typeof value === "number")
  }

  numbers(...path: ReadonlyArray<string>): ReadonlyArray<number> {
    return this.get(
      path,
      (value): value is ReadonlyArray<number> =>
        Array.isArray(value) && value.every((each) => typeof each === "number")
    )
  }

  text(...path: ReadonlyArray<string>): string {
    return this.get(path, (value) => typeof value === "string")
  }

  is(...path: ReadonlyArray<string>): boolean {
    return this.find(path) === true
  }
}

export const numbersOf = (from: Fixtures, path: string): Numbers => new Numbers(JSON.parse(from.text(path)))
