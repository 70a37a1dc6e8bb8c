// The commands that read files of tracks, run without a server: what they say, and what they took.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runCommand } from "../../../src/cli/commands.ts"

/** The commands that read tracks; an import looks and sends nothing. */
export const commands = ["analyse movement", "import csv", "import movebank", "import gpx"] as const
export type FileCommand = (typeof commands)[number]

/** What a file is called that a command is given. */
const fileNames: Readonly<Record<string, string>> = {
  "import gpx": "tracks.gpx",
  "import kml": "tracks.kmz",
  "import excel": "tracks.xlsx",
  "import geojson": "tracks.geojson"
}

/** What a command made of a file: how many rows it takes, how many it refuses, and all it said. */
export interface Outcome {
  readonly code: number
  readonly said: string
  readonly taken: number
  readonly refused: number
}

const numberIn = (text: string, pattern: RegExp): number =>
  Number((pattern.exec(text)?.[1] ?? "0").replaceAll(",", ""))

/** Runs the commands in a folder of its own, which `remove` takes away. */
export const fileCommands = () => {
  const folder = mkdtempSync(join(tmpdir(), "pugmark-files-"))

  const run = async (argv: ReadonlyArray<string>) => {
    const said: Array<string> = []
    const say = (line: string) => void said.push(line)
    const code = await runCommand(argv, {}, { say, complain: say, progress: () => {} })
    return { code, said: said.join("\n") }
  }

  const write = (name: string, content: string | Buffer): string => {
    const file = join(folder, name)
    writeFileSync(file, content)
    return file
  }

  /** Runs a command on a file; `more` are its other flags. */
  const read = async (
    command: FileCommand | "import kml" | "import excel" | "import geojson",
    content: string | Buffer,
    ...more: ReadonlyArray<string>
  ): Promise<Outcome> => {
    const file = write(fileNames[command] ?? "tracks.csv", content),
      words = command.split(" ")
    if (!command.startsWith("analyse")) {
      const { code, said } = await run([...words, file, "--project", "p", "--dry-run", ...more])
      return {
        code,
        said,
        taken: numberIn(said, /: ([\d,]+) records?/u),
        refused: numberIn(said, /^([\d,]+) rows? cannot be read/mu)
      }
    }
    const out = join(folder, "out")
    rmSync(out, { recursive: true, force: true })
    const { code, said } = await run([
      ...words,
      "--csv",
      file,
      "--out",
      out,
      "--max-speed-mps",
      "1000",
      ...more
    ])
    const document = existsSync(join(out, "document.json"))
      ? (JSON.parse(readFileSync(join(out, "document.json"), "utf8")) as {
          readonly summary: { readonly main: Readonly<Record<string, { readonly fixes?: number }>> }
        })
      : null
    return {
      code,
      said,
      taken: Object.values(document?.summary.main ?? {}).reduce((sum, { fixes = 0 }) => sum + fixes, 0),
      refused: numberIn(said, /^([\d,]+) rows? could not be taken/mu)
    }
  }

  return { folder, read, run, write, remove: () => rmSync(folder, { recursive: true }) }
}

/** A point of a row: what a file of any form says of it. */
export interface TestPoint {
  readonly time: string
  readonly lon: string
  readonly lat: string
  readonly [member: string]: string
}

const movebankNames: Readonly<Record<string, string>> = {
  animal: "individual-local-identifier",
  time: "timestamp",
  lon: "location-long",
  lat: "location-lat",
  speed: "ground-speed",
  heading: "heading",
  satellites: "gps:satellite-count",
  accuracy: "location-error-numerical",
  temperature: "external-temperature"
}
const plainNames: Readonly<Record<string, string>> = {
  animal: "animal",
  time: "time",
  lon: "lon",
  lat: "lat",
  speed: "speed_mps",
  heading: "heading_deg",
  satellites: "satellites",
  accuracy: "accuracy_m",
  temperature: "temperature_c"
}
const gpxNames: Readonly<Record<string, string>> = {
  time: "time",
  speed: "speed",
  heading: "course",
  satellites: "sat",
  temperature: "atemp"
}

const quoted = (cell: string) => (cell.includes(",") ? `"${cell}"` : cell)

/** Points of Alma in the form that a command reads; a GPX file says no accuracy. */
export const fileOfPoints = (command: FileCommand, points: ReadonlyArray<TestPoint>): string => {
  if (command === "import gpx") {
    const inside = points.map(({ lat, lon, ...others }) => {
      const members = Object.entries(others).flatMap(([member, value]) =>
        gpxNames[member] === undefined ? [] : [`<${gpxNames[member]}>${value}</${gpxNames[member]}>`]
      )
      return `<trkpt lat="${lat}" lon="${lon}">${members.join("")}</trkpt>`
    })
    return `<?xml version="1.0"?><gpx version="1.1"><trk><name>Alma</name><trkseg>\n${inside.join("\n")}\n</trkseg></trk></gpx>`
  }
  const names = command === "import movebank" ? movebankNames : plainNames
  const members = [...new Set(points.flatMap((point) => Object.keys(point)))]
  return [
    ["animal", ...members].map((member) => names[member] ?? member).join(","),
    ...points.map((point) => ["Alma", ...members.map((member) => quoted(point[member] ?? ""))].join(","))
  ].join("\n")
}
