// Files of tracks with something odd about them, command by command: what cannot be told from the file is told
// apart by it, asked for or refused, and an import looks at it as an analysis does.
import { afterAll, assert, describe, it } from "vitest"
import {
  commands,
  type FileCommand,
  fileCommands,
  fileOfPoints,
  type TestPoint
} from "../../support/cli/fileCommands.ts"

const { read, remove, run, write } = fileCommands()
afterAll(remove)

const at = (times: ReadonlyArray<string>): ReadonlyArray<TestPoint> =>
  times.map((time, i) => ({ time, lon: `8.${i + 1}`, lat: "47.5" }))
const tables: ReadonlyArray<FileCommand> = ["analyse movement", "import csv", "import movebank"]

describe.each(commands)("%s", (command) => {
  const local = ["01:50", "02:10", "02:50", "02:10", "03:10"].map((time) => `2024-10-27 ${time}`)

  it("tells the passes of an hour that was shown twice by the order of the rows, and says how many", async () => {
    for (const times of [local, local.toReversed()]) {
      const { code, said, taken } = await read(
        command,
        fileOfPoints(command, at(times)),
        "--times-in",
        "Europe/Madrid"
      )
      assert.deepStrictEqual([code, taken], [0, 5], said)
      assert.include(said, "3 rows at times that the clocks showed twice: told apart by their order")
    }
  })

  it("refuses rows of that hour whose order does not tell, and says how many", async () => {
    const { refused, said, taken } = await read(
      command,
      fileOfPoints(command, at(["03:10", "02:10", "01:50", "02:50", "02:20"].map((t) => `2024-10-27 ${t}`))),
      "--times-in",
      "Europe/Madrid"
    )
    assert.deepStrictEqual([taken, refused], [2, 3], said)
    assert.include(
      said,
      "3 rows at times that the clocks showed twice, which their order does not tell apart: refused"
    )
  })

  it("takes nothing for a longitude beyond 180 or a latitude beyond 90, whatever else it takes", async () => {
    const points = [
      ...at(["2024-05-01T00:00:00Z"]),
      { time: "2024-05-03T01:00:00Z", lon: "185", lat: "47.5" },
      { time: "2024-05-01T02:00:00Z", lon: "8", lat: "100" },
      { time: "2024-05-01T03:00:00Z", lon: "361", lat: "47.5" }
    ]
    const plain = await read(command, fileOfPoints(command, points)),
      wrapped = await read(command, fileOfPoints(command, points), "--wrap-longitudes")
    assert.deepStrictEqual([plain.taken, plain.refused, wrapped.taken, wrapped.refused], [1, 3, 2, 2])
    assert.include(
      plain.said,
      "longitude 185 is not between -180 and 180; if the longitudes go from 0 to 360: --wrap-longitudes"
    )
    assert.include(plain.said, "latitude 100 is not between -90 and 90")
  })

  it("keeps every row whose place is known, whatever it does not know beside it, and says what it did not read", async () => {
    const beside: ReadonlyArray<Readonly<Record<string, string>>> = [
      { speed: "-1" },
      { heading: "-1" },
      { satellites: "-1" },
      { accuracy: "-1" },
      { temperature: "20 °C" },
      { temperature: "#N/A", speed: "n/a" },
      { temperature: "-127", satellites: "255", heading: "360.5" },
      { temperature: "warm", speed: "1.5 m/s" }
    ]
    const members = { speed: "", heading: "", satellites: "", accuracy: "", temperature: "" }
    const points = beside.map((more, i) => ({
      time: `2024-05-01T0${i}:00:00Z`,
      lon: `8.${i + 1}`,
      lat: "47.5",
      ...members,
      ...more
    }))
    const { code, said, taken } = await read(command, fileOfPoints(command, points))
    assert.deepStrictEqual([code, taken], [0, 8], said)
    assert.match(said, /1 value of temperature_c is left empty, as "warm" in line \d+ is not a number/)
    const fast = await read(command, fileOfPoints(command, [...points, { ...points[0]!, speed: "4000" }]))
    assert.deepStrictEqual([fast.taken, fast.refused], [8, 1], fast.said)
    assert.include(fast.said, 'speed_mps: "4000" is not between 0 and 3000 m/s')
  })

  it("refuses times that are all dates while the animal has several fixes on one", async () => {
    const { code, said } = await read(
      command,
      fileOfPoints(command, at(["2024-05-01", "2024-05-01", "2024-05-02"])),
      "--times-in",
      "UTC"
    )
    assert.strictEqual(code, 1)
    assert.match(
      said,
      /all rows are dates without a time of the day, and "Alma" has several rows on 2024-05-01/
    )
    const daily = await read(
      command,
      fileOfPoints(command, at(["2024-05-01", "2024-05-02"])),
      "--times-in",
      "UTC"
    )
    assert.deepStrictEqual([daily.code, daily.taken], [0, 2])
  })
})

describe.each(tables)("%s of a date and a time of the day in two columns", (command) => {
  it.each([
    ["Date", "Time", "2024-05-01", "1:45:10 PM", ["--times-in", "UTC"]],
    ["Date", "time", "2024-05-01 00:00:00", "13:45:10", ["--times-in", "UTC"]],
    ["Datum", "Uhrzeit", "1.5.2024", "13:45:10", ["--times-in", "UTC", "--time-format", "dmy"]],
    ["UTC_Date", "UTC_Time", "2024-05-01", "13:45:10Z", []]
  ])("finds %s and %s by their heads", async (date, time, day, hour, more) => {
    const head =
      command === "import movebank"
        ? "individual-local-identifier,location-long,location-lat"
        : "animal,lon,lat"
    const { code, said, taken } = await read(
      command,
      `${head},${date},${time}\nAlma,8.1,47.5,${day},${hour}\nAlma,8.2,47.5,${day},${hour.replace("45", "50")}\n`,
      ...more
    )
    assert.deepStrictEqual([code, taken], [0, 2], said)
  })
})

describe("a table", () => {
  it("of two clocks takes the date and the time of one of them", async () => {
    const { said } = await read(
      "import csv",
      "animal,lon,lat,UTC_Date,Time,Date,UTC_Time\nAlma,8,47,2024-05-01,01:00,2024-05-02,23:00\n",
      "--times-in",
      "UTC"
    )
    assert.include(said, "2024-05-01 to 2024-05-01")
  })

  it("whose header has blanks around its names is read by the names without them", async () => {
    const table = " who , time , x ,lat\nAlma,2024-05-01T00:00:00Z,8,47\n",
      { code, taken } = await read("import csv", table, "--individual-column", "who", "--lon-column", "x")
    assert.deepStrictEqual([code, taken], [0, 1])
  })

  it("of Argos says in an import that analyses leave its positions out", async () => {
    const { code, said, taken } = await read(
      "import movebank",
      fileOfPoints(
        "import movebank",
        at(["2024-05-01 00:00", "2024-05-01 01:00"]).map((p) => ({
          ...p,
          "sensor-type": "argos-doppler-shift"
        }))
      )
    )
    assert.deepStrictEqual([code, taken], [0, 2])
    assert.include(said, "2 positions of a network (Argos): on the map, and left out by analyses")
  })

  it("of which an analysis leaves all positions out for being a network's says so, and not that it has none", async () => {
    const { code, said } = await read(
      "analyse movement",
      fileOfPoints(
        "import movebank",
        at(["2024-05-01 00:00", "2024-05-01 01:00"]).map((p) => ({
          ...p,
          "sensor-type": "argos-doppler-shift"
        }))
      )
    )
    assert.strictEqual(code, 1)
    assert.include(
      said,
      "2 positions are a network's (Argos), which analyses leave out; --include-network takes them for fixes."
    )
  })
})

describe("a file of which nothing is taken", () => {
  it.each<readonly [FileCommand, string, RegExp]>([
    ["import csv", "animal,time,lon,lat\n", /Nothing to import: the file has no rows/],
    [
      "import csv",
      "animal,time,lon,lat\nAlma,2024-05-01T00:00:00Z,,\n",
      /Nothing to import: no row is a record/
    ],
    ["import csv", "animal,time,lon,lat\nAlma,soon,8,47\n", /Nothing to import: no row is a record/],
    [
      "import movebank",
      "timestamp,location-long,location-lat,tag-local-identifier,individual-local-identifier\n2024-05-01 00:00,8,47,T,\n",
      /1 row left out: no animal\nNothing to import/
    ],
    [
      "import gpx",
      `<gpx><wpt lat="47" lon="8"/></gpx>`,
      /1 waypoints? \(none with a time\): without a time[\s\S]*Nothing to import/
    ]
  ])("ends %s with exit code 2 and says why", async (command, content, why) => {
    const { code, said } = await read(command, content)
    assert.strictEqual(code, 2)
    assert.match(said, why)
    // without the dry run nothing is sent either: there is no server here
    const file = write("nothing.gpx", content)
    assert.deepStrictEqual(
      (await run([...command.split(" "), file, "--project", "p", "--rejected", `${file}.csv`])).code,
      2
    )
  })
})

describe("a file of another format", () => {
  it.each<readonly [content: string | Buffer, words: string]>([
    ["PK\u0003\u0004".padEnd(30, "\0") + "xl/workbook.xml", "was cut off, or is damaged"],
    ["SQLite format 3\0", "is a database"],
    [Buffer.from("d0cf11e0a1b11ae1", "hex"), "is a workbook of an old Excel, or one with a password"]
  ])("%j is named by every command that could take it", async (content, words) => {
    for (const command of ["analyse movement", "import gpx"] as const)
      assert.include((await read(command, content)).said, words)
  })
})
