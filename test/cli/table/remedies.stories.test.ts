// What a message about a file proposes, command by command: the option exists for the command that names it, and
// the file is taken with it.
// @module-tag story
import { afterAll, assert, describe, it } from "vitest"
import { commands, type FileCommand, fileCommands, fileOfPoints } from "../../support/cli/fileCommands.ts"

const { read, remove } = fileCommands()
afterAll(remove)

const everyHour = (time: (hour: number) => string, more: Readonly<Record<string, string>> = {}) =>
  Array.from({ length: 6 }, (_, hour) => ({ time: time(hour), lon: `8.${hour + 1}`, lat: "47.5", ...more }))
const utc = (hour: number) => `2024-05-01T0${hour}:00:00Z`

const tables: ReadonlyArray<FileCommand> = ["analyse movement", "import csv", "import movebank"]
const named: ReadonlyArray<FileCommand> = ["analyse movement", "import csv"]

/** A trouble of a file, the options that its message must propose, and what stands for a placeholder in them. */
interface Trouble {
  readonly what: string
  readonly commands: ReadonlyArray<FileCommand>
  readonly content: (command: FileCommand) => string | Buffer
  readonly given?: ReadonlyArray<string>
  readonly proposes: ReadonlyArray<string>
  readonly placeholders?: Readonly<Record<string, string>>
  /** rows that are taken once the remedy is given; all six unless said */
  readonly taken?: number
}

const troubles: ReadonlyArray<Trouble> = [
  {
    what: "times without a zone",
    commands: named,
    content: (command) =>
      fileOfPoints(
        command,
        everyHour((hour) => `2024-05-01 0${hour}:00`)
      ),
    proposes: ["--times-in UTC"]
  },
  {
    what: "days first",
    commands,
    content: (command) =>
      fileOfPoints(
        command,
        everyHour((hour) => `01.05.2024 0${hour}:00`)
      ),
    given: ["--times-in", "UTC"],
    proposes: ["--time-format dmy"]
  },
  {
    what: "months first",
    commands,
    content: (command) =>
      fileOfPoints(
        command,
        everyHour((hour) => `5/1/2024 ${hour}:00`)
      ),
    given: ["--times-in", "UTC"],
    proposes: ["--time-format mdy"]
  },
  {
    what: "seconds since 1970",
    commands,
    content: (command) =>
      fileOfPoints(
        command,
        everyHour((hour) => String(1_714_521_600 + hour * 3600))
      ),
    proposes: ["--time-format epoch-s"]
  },
  {
    what: "milliseconds since 1970",
    commands,
    content: (command) =>
      fileOfPoints(
        command,
        everyHour((hour) => String(1_714_521_600_000 + hour * 3.6e6))
      ),
    proposes: ["--time-format epoch-ms"]
  },
  {
    what: "decimal commas",
    commands,
    content: (command) =>
      fileOfPoints(
        command,
        everyHour(utc).map((point) => ({ ...point, lon: point.lon.replace(".", ","), lat: "47,5" }))
      ),
    proposes: ["--decimal comma"]
  },
  {
    what: "longitudes from 0 to 360",
    commands,
    content: (command) =>
      fileOfPoints(
        command,
        everyHour(utc).map((point, hour) => ({ ...point, lon: String(185 + hour / 100) }))
      ),
    proposes: ["--wrap-longitudes"]
  },
  {
    what: "coordinates of a grid",
    commands: tables,
    content: (command) =>
      fileOfPoints(
        command,
        everyHour(utc).map((point, hour) => ({ ...point, lon: String(500_000 + hour * 100), lat: "5400000" }))
      ),
    proposes: ["--crs EPSG:32633"]
  },
  {
    what: "names in latin1",
    commands,
    content: (command) =>
      Buffer.from(fileOfPoints(command, everyHour(utc)).replaceAll("Alma", "Kühe"), "latin1"),
    proposes: ["--encoding latin1"]
  },
  {
    what: "a header in latin1",
    commands: named,
    content: (command) =>
      Buffer.from(fileOfPoints(command, everyHour(utc)).replace("lon", "Länge"), "latin1"),
    given: ["--lon-column", "Länge"],
    proposes: ["--encoding latin1"]
  },
  {
    what: "a column that is not found",
    commands: tables,
    content: (command) =>
      fileOfPoints(command, everyHour(utc)).replace(/(?<=,)(?:location-)?lon(?:g)?(?=,)/u, "x"),
    given: [],
    proposes: ["--lon-column NAME"],
    placeholders: { NAME: "x" }
  },
  {
    what: "an hour that was shown twice, in which the order does not tell",
    commands,
    content: (command) =>
      fileOfPoints(
        command,
        everyHour((hour) => (hour === 3 ? "2024-10-27 02:30" : `2024-10-27 0${hour < 3 ? 1 : 4}:0${hour}`))
      ),
    given: ["--times-in", "Europe/Madrid"],
    proposes: ["--shown-twice first", "--shown-twice second"]
  },
  {
    what: "times of the day without a date",
    commands: named,
    content: (command) =>
      fileOfPoints(
        command,
        everyHour((hour) => `0${hour}:00`).map((point) => ({ ...point, Tag: "2024-05-01" }))
      ).replace("Tag", "Kalender"),
    given: ["--times-in", "UTC"],
    proposes: ["--date-column NAME --time-column NAME"],
    placeholders: {
      "--date-column NAME": "--date-column Kalender",
      "--time-column NAME": "--time-column time"
    }
  },
  {
    what: "dates alone, and the time of the day in a column nobody knows",
    commands: tables,
    content: (command) =>
      fileOfPoints(
        command,
        everyHour(() => "2024-05-01").map((point, hour) => ({ ...point, Stunde: `0${hour}:00` }))
      ),
    given: ["--times-in", "UTC"],
    proposes: ["--date-column NAME --time-column NAME"],
    placeholders: { "--date-column NAME": "--date-column DATE", "--time-column NAME": "--time-column Stunde" }
  },
  {
    what: "waypoints alone",
    commands: ["analyse movement", "import gpx"],
    content: () => waypoints,
    proposes: ["--gpx-points waypoints"]
  },
  {
    what: "a route alone",
    commands: ["analyse movement", "import gpx"],
    content: () =>
      waypoints
        .replaceAll("<wpt", "<rtept")
        .replaceAll("</wpt>", "</rtept>")
        .replace("<rtept", "<rte><name>Alma</name><rtept")
        .replace("</gpx>", "</rte></gpx>"),
    proposes: ["--gpx-points routes"]
  },
  {
    what: "positions of a network",
    commands: ["analyse movement"],
    content: () => fileOfPoints("import movebank", everyHour(utc, { "sensor-type": "argos-doppler-shift" })),
    proposes: ["--include-network"]
  }
]

const waypoints = `<?xml version="1.0"?><gpx version="1.1">${everyHour(utc)
  .map(({ lat, lon, time }) => `<wpt lat="${lat}" lon="${lon}"><time>${time}</time></wpt>`)
  .join("\n")}</gpx>`

const filled = (proposal: string, placeholders: Readonly<Record<string, string>>, header: string): string =>
  Object.entries(placeholders)
    .reduce((text, [holder, value]) => text.replace(holder, value), proposal)
    .replace("DATE", header.includes("timestamp") ? "timestamp" : "time")

describe.each(troubles)("$what", (trouble) => {
  const { content, given = [], placeholders = {}, proposes, taken = 6 } = trouble

  it.each(trouble.commands)("are named by %s with an option that takes the file", async (command) => {
    const file = content(command),
      before = await read(command, file, ...given)
    assert.isBelow(before.taken, taken, before.said)
    for (const proposal of proposes) {
      assert.include(before.said, proposal)
      // Movebank's columns are known: its import names the command that has them
      const remedied =
        command === "import movebank" && proposal.includes("-column") ? ("import csv" as const) : command
      assert.include(before.said, proposal.includes("-column") ? `pugmark ${remedied} ...` : "")
      const after = await read(
        remedied,
        file,
        ...given,
        ...filled(proposal, placeholders, String(file)).split(" ")
      )
      assert.strictEqual(after.taken, taken, after.said)
      assert.strictEqual(after.code, 0, after.said)
    }
  })
})
