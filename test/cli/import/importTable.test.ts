// Imports into a running server, over HTTP and with a real database: complete, repeatable, resumable, honest
// about what was not taken.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { runCommand } from "../../../src/cli/commands.ts"
import type { Screen } from "../../../src/cli/Screen.ts"
import { describeShared } from "../../support/describeShared.ts"
import { fixtures } from "../../support/fixtures.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../support/http/server.ts"

const folder = mkdtempSync(join(tmpdir(), "pugmark-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a command against the server; `onProgress` is called whenever work moves on. */
const pugmark = Effect.fnUntraced(function* (
  argv: ReadonlyArray<string>,
  options: { readonly env?: Readonly<Record<string, string>>; readonly onProgress?: () => void } = {}
) {
  const { url } = yield* TestServer
  const said: Array<string> = [],
    complaints: Array<string> = []
  const screen: Screen["Service"] = {
    say: (line) => void said.push(line),
    complain: (line) => void complaints.push(line),
    progress: () => options.onProgress?.()
  }
  const code = yield* Effect.promise(() =>
    runCommand(
      argv,
      { PUGMARK_URL: url, PUGMARK_TOKEN: ADMIN_TOKEN, DATA_DIR: folder, ...options.env },
      screen
    )
  )
  return { code, said: said.join("\n"), complaint: complaints.join("\n") }
})

const fileOf = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

/** What the project holds: the tracks of its animals, and how many things there are of each kind. */
const holdings = Effect.fnUntraced(function* (slug: string) {
  const sql = yield* SqlClient.SqlClient
  const tracks = yield* sql<{
    name: string
    fixes: number
  }>`select e.name, count(p.id)::int as fixes from entities e join projects j on j.id = e.project_id
    left join positions p on p.entity_id = e.id where j.slug = ${slug} group by e.id, e.name
      order by e.name, e.id`
  const [things] = yield* sql<{ devices: number; identities: number; spans: number; sources: number }>`select
    (select count(distinct device_id)::int from project_assignments a where a.project_id = j.id) as devices,
    (select count(*)::int from device_identities i join data_sources s on s.id = i.data_source_id
      where j.id = any(s.project_ids)) as identities,
    (select count(*)::int from entity_assignments a where a.project_id = j.id) as spans,
    (select count(*)::int from data_sources s where j.id = any(s.project_ids)) as sources from projects j
      where j.slug = ${slug}`
  return { tracks: Object.fromEntries(tracks.map((t) => [t.name, t.fixes])), ...things }
})

const rows = (count: number) =>
  Array.from(
    { length: count },
    (_, i) =>
      `Alma,${new Date(Date.UTC(2024, 0, 1) + i * 60_000).toISOString()},${(5 + i / 1e5).toFixed(5)},39`
  )
const header = "individual_id,timestamp,lon,lat"

const assertKeptOverAntimeridian = Effect.fnUntraced(function* (file: string, records: number) {
  const { code, said } = yield* pugmark([
    "import",
    "csv",
    file,
    "--project",
    "anti",
    "--create-project",
    "Anti"
  ])
  assert.match(said, new RegExp(`${records} accepted, 0 duplicates, 0 rejected`))
  assert.strictEqual(code, 0)
  const sql = yield* SqlClient.SqlClient
  const [span] = yield* sql<{
    west: boolean
    east: boolean
  }>`select bool_or(p.lon > 179) as east, bool_or(p.lon < -179) as west
    from positions p join projects j on j.id = p.project_id where j.slug = 'anti'`
  assert.deepStrictEqual(span, { east: true, west: true })
})

const assertTakenOnce = Effect.fnUntraced(function* (
  file: string,
  animal: string,
  records: number,
  duplicates: number
) {
  const { code, said } = yield* pugmark([
    "import",
    "csv",
    file,
    "--project",
    "twice",
    "--create-project",
    "Twice"
  ])
  assert.strictEqual(code, 0)
  assert.deepStrictEqual((yield* holdings("twice")).tracks, { [animal]: records })
  assert.match(said, new RegExp(`${records} accepted, ${duplicates} duplicates, 0 rejected`))
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("an import", (it) => {
  it.effect(
    "brings every row of a herd's tracks to its animal, and a second time changes nothing and says so",
    () =>
      Effect.gen(function* () {
        const argv = [
          "import",
          "movebank",
          fixtures.unpackCsv("buffalo", folder),
          "--project",
          "kruger",
          "--create-project",
          "Kruger buffalo",
          "--timezone",
          "Africa/Johannesburg"
        ]
        const first = yield* pugmark(argv)
        assert.strictEqual(first.complaint, "")
        assert.strictEqual(first.code, 0)
        assert.include(
          first.said,
          "11,576 rows: 11,576 records of 5 animals on 5 devices, 2005-02-17 to 2006-12-31"
        )
        const held = yield* holdings("kruger")
        assert.deepStrictEqual(
          { ...held, tracks: Object.keys(held.tracks) },
          {
            tracks: ["Cilla", "Gabs", "Mvubu", "Pepper", "Queen"],
            devices: 5,
            identities: 5,
            spans: 5,
            sources: 1
          }
        )
        assert.strictEqual(
          Object.values(held.tracks).reduce((a, b) => a + b, 0),
          11_576
        )
        assert.match(first.said, /11,576 accepted, 0 duplicates, 0 rejected; /)

        const elsewhere = yield* pugmark([...argv, "--timezone", "Europe/Berlin"])
        assert.deepStrictEqual([elsewhere.code, yield* holdings("kruger")], [1, held])
        assert.match(
          elsewhere.complaint,
          /"kruger" has the time zone Africa\/Johannesburg, and an import changes no project: leave --timezone Europe\/Berlin out/
        )

        const second = yield* pugmark(argv)
        assert.strictEqual(second.code, 0)
        assert.match(second.said, /^0 accepted, 11,576 duplicates, 0 rejected; /m)
        assert.deepStrictEqual(yield* holdings("kruger"), held)
      }),
    120_000
  )

  it.effect("takes the good rows, and lists every other one with its line, code and reason", () =>
    Effect.gen(function* () {
      const file = fileOf(
        "mixed.csv",
        [
          header,
          "Alma,2024-01-01 00:00:00,5,39",
          "Alma,yesterday,5,39",
          `"Al\nma",2024-01-01,5,39`,
          "Alma,2024-01-01 00:01:00,190,39",
          "=1+1,2024-01-01,5,39"
        ].join("\r\n")
      )
      const { code, said } = yield* pugmark([
        "import",
        "csv",
        file,
        "--project",
        "mixed",
        "--create-project",
        "Mixed",
        "--batch",
        "2",
        "--times-in",
        "UTC"
      ])
      assert.strictEqual(code, 2)
      assert.match(said, /2 accepted, 0 duplicates, 3 rejected/)
      assert.include(said, `  line 3  TIMESTAMP_INVALID  "yesterday" is not a time`)
      assert.include(said, "  line 5  ITEM_INVALID  the animal's name")
      assert.include(said, "  line 6  POSITION_OUT_OF_RANGE  longitude 190 is not between -180 and 180")
      const rejected = readFileSync(join(folder, "mixed.rejected.csv"), "utf8").split("\n")
      assert.strictEqual(rejected[0], `line,code,reason,${header}`)
      assert.strictEqual(rejected[1], `3,TIMESTAMP_INVALID,"""yesterday"" is not a time",Alma,yesterday,5,39`)
      assert.deepStrictEqual((yield* holdings("mixed")).tracks, { "=1+1": 1, Alma: 1 })
    })
  )

  it.effect("goes on after Ctrl-C where it was", () =>
    Effect.gen(function* () {
      const file = fileOf("long.csv", [header, ...rows(4000)].join("\n"))
      const argv = ["import", "csv", file, "--project", "long", "--create-project", "Long", "--batch", "100"]
      let steps = 0
      const stopped = yield* pugmark(argv, {
        onProgress: () => {
          if (++steps === 10) process.emit("SIGINT")
        }
      })
      assert.strictEqual(stopped.code, 130)
      assert.include(stopped.said, "Stopped. Run the same command again to go on.")
      const half = (yield* holdings("long")).tracks["Alma"]!
      assert.isTrue(half >= 400 && half < 4000, String(half))

      const again = yield* pugmark(argv)
      assert.match(again.said, /Going on after line \d+/)
      assert.strictEqual(again.code, 0)
      assert.deepStrictEqual((yield* holdings("long")).tracks, { Alma: 4000 })
      const [, accepted, duplicates] = /(\S+) accepted, (\S+) duplicates?, 0 rejected/
        .exec(again.said)!
        .map((n) => Number(n.replaceAll(",", "")))
      assert.strictEqual(accepted! + duplicates!, 4000)
      assert.isAtMost(duplicates!, 200, "at most what was on its way is sent twice")
    })
  )

  it.effect("gives a tag that changed hands to each animal for its own time, and names the taxon", () =>
    Effect.gen(function* () {
      const file = fileOf(
        "movebank.csv",
        [
          "event-id,timestamp,location-long,location-lat,external-temperature,sensor-type," +
            "individual-taxon-canonical-name,tag-local-identifier,individual-local-identifier,study-name",
          "1,2020-01-01 00:00:00.000,8.1,47.1,3.5,gps,Martes pennanti,T1,Leroy,Fishers",
          "2,2020-01-02 00:00:00.000,8.2,47.1,,gps,Martes pennanti,T1,Leroy,Fishers",
          "3,2020-03-01 00:00:00.000,8.3,47.1,,gps,Martes pennanti,T1,Ricky,Fishers",
          "4,2020-03-02 00:00:00.000,,,7,gps,Martes pennanti,T1,Ricky,Fishers"
        ].join("\n")
      )
      const { code } = yield* pugmark([
        "import",
        "movebank",
        file,
        "--project",
        "fishers",
        "--create-project",
        "Fishers"
      ])
      assert.strictEqual(code, 0)
      assert.deepStrictEqual(yield* holdings("fishers"), {
        tracks: { Leroy: 2, Ricky: 1 },
        devices: 1,
        identities: 1,
        spans: 2,
        sources: 1
      })
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(
        yield* sql`select e.name, e.attributes->>'taxon' as taxon, m.value_number as celsius
          from measurements m join entities e on e.id = m.entity_id where m.metric_key = 'temperature_c'
          order by 1`,
        [
          { name: "Leroy", taxon: "Martes pennanti", celsius: 3.5 },
          { name: "Ricky", taxon: "Martes pennanti", celsius: 7 }
        ]
      )
    })
  )

  it.effect(
    "keeps rows marked as outliers as positions with valid = false, which no track and no rule sees, and counts them",
    () =>
      Effect.gen(function* () {
        const file = fileOf(
          "outliers.csv",
          [
            "visible,timestamp,location-long,location-lat,external-temperature,manually-marked-outlier," +
              "tag-local-identifier,individual-local-identifier",
            "true,2020-01-01 00:00:00.000,8.1,47.1,3,,T1,Leroy",
            "false,2020-01-01 01:00:00.000,9,48,99,true,T1,Leroy",
            "false,2019-12-31 00:00:00.000,9,48,,,T1,Leroy",
            "false,2020-01-01 02:00:00.000,7,7,,true,T1,Leroy",
            "true,2020-01-01 02:00:00.000,8.2,47.1,,,T1,Leroy",
            "true,2020-03-01 00:00:00.000,8.3,47.1,,,T1,Ricky",
            "false,2020-02-30 00:00:00.000,8.3,47.1,,,T1,Ricky"
          ].join("\n")
        )
        const argv = ["import", "movebank", file, "--project", "outliers", "--create-project", "Outliers"]
        const { code, said } = yield* pugmark(argv)
        assert.strictEqual(code, 0)
        assert.include(
          said,
          "7 rows: 6 records of 2 animals on 1 device, 2020-01-01 to 2020-03-01\n3 records marked as " +
            "outliers: kept, and used by no rule or analysis\n1 row left out: marked as outlier"
        )
        assert.include(said, "6 accepted, 0 duplicates, 0 rejected")
        const sql = yield* SqlClient.SqlClient
        const kept = yield* sql<{
          name: string
          at: Date
          lon: number
          valid: boolean
          outlier: string | null
        }>`select e.name, p.original_time as at, p.lon, p.valid, p.attributes ->> 'outlier' as outlier
          from positions p
      join entities e on e.id = p.entity_id join projects j on j.id = p.project_id where j.slug = 'outliers'
        order by 2, p.conflicting`
        assert.deepStrictEqual(
          kept.map(({ at, lon, name, outlier, valid }) => [
            name,
            at.toISOString().slice(0, 13),
            lon,
            valid,
            outlier
          ]),
          [
            ["Leroy", "2019-12-31T00", 9, false, "hidden"],
            ["Leroy", "2020-01-01T00", 8.1, true, null],
            ["Leroy", "2020-01-01T01", 9, false, "manually"],
            ["Leroy", "2020-01-01T02", 8.2, true, null],
            ["Leroy", "2020-01-01T02", 7, false, "manually"],
            ["Ricky", "2020-03-01T00", 8.3, true, null]
          ]
        )
        const [counted] = yield* sql<{
          logged: number
          measured: number
        }>`select (select coalesce(sum(l.size), 0)::int from observation_log l
          where l.project_ids @> array[j.id]) as logged,
      (select count(*)::int from measurements m where m.project_id = j.id) as measured from projects j
        where j.slug = 'outliers'`
        assert.deepStrictEqual({ ...counted }, { logged: 4, measured: 1 })
        assert.match((yield* pugmark(argv)).said, /^0 accepted, 6 duplicates, 0 rejected; /m)
      })
  )

  // one step in ten of a track leaves east over the antimeridian and comes back; every seventh row is there
  // twice
  it.effect("keeps a track over the antimeridian, and takes a record that is there twice once", () =>
    Effect.gen(function* () {
      const track = rows(700).map((row, i) =>
        row.replace(/,[\d.]+,39$/, `,${i % 10 === 9 ? -179.9999 : 179.9999},39`)
      )
      yield* assertKeptOverAntimeridian(fileOf("anti.csv", [header, ...track].join("\n")), 700)
      yield* assertTakenOnce(
        fileOf(
          "twice.csv",
          [header, ...rows(700).flatMap((row, i) => (i % 7 === 0 ? [row, row] : [row]))].join("\n")
        ),
        "Alma",
        700,
        100
      )
    })
  )

  it.effect(
    "takes a table as spreadsheets write it: UTF-16, semicolons, decimal commas, days first, local times",
    () =>
      Effect.gen(function* () {
        const table = [
          "Tier;Zeit;lon;lat",
          "Kühe;29.03.2026 01:30;8,25;47,5",
          "Kühe;29.03.2026 02:30;8,26;47,5",
          "Kühe;29.03.2026 03:30;8,27;47,5"
        ].join("\r\n")
        const file = join(folder, "excel.csv")
        writeFileSync(file, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(table, "utf16le")]))
        const argv = [
          "import",
          "csv",
          file,
          "--project",
          "excel",
          "--create-project",
          "Excel",
          "--individual-column",
          "Tier",
          "--time-column",
          "Zeit"
        ]
        assert.match(
          (yield* pugmark(argv)).complaint,
          /line 2: "29\.03\.2026 01:30" has its day or its month first, and which is not said; say which: --time-format dmy, or --time-format mdy/
        )
        assert.match(
          (yield* pugmark([...argv, "--time-format", "dmy"])).complaint,
          /line 2: "29\.03\.2026 01:30" names no time zone; say which: --times-in UTC/
        )
        const { code, said } = yield* pugmark([
          ...argv,
          "--time-format",
          "dmy",
          "--times-in",
          "Europe/Berlin"
        ])
        assert.strictEqual(code, 2)
        assert.include(
          said,
          `line 3  TIMESTAMP_INVALID  "29.03.2026 02:30" is a time that the clocks skipped on that day`
        )
        const sql = yield* SqlClient.SqlClient
        const kept = yield* sql<{
          at: Date
          lon: number
          name: string
        }>`select e.name, p.original_time as at, p.lon from positions p join entities e on e.id = p.entity_id
          join projects j on j.id = p.project_id where j.slug = 'excel' order by 2`
        assert.deepStrictEqual(
          kept.map(({ at, lon, name }) => [name, at.toISOString(), lon]),
          [
            ["Kühe", "2026-03-29T00:30:00.000Z", 8.25],
            ["Kühe", "2026-03-29T01:30:00.000Z", 8.27]
          ]
        )
      })
  )

  it.effect("takes the tracks of a GPX file, and what we exported as one", () =>
    Effect.gen(function* () {
      const points = Array.from(
        { length: 50 },
        (_, i) =>
          `<trkpt lat="47.5" lon="${8 + i / 1000}">` +
          `<time>2024-01-01T00:${String(i).padStart(2, "0")}:00${i % 2 === 0 ? "Z" : ""}</time></trkpt>`
      )
      const text = (inside: string) =>
        `<?xml version="1.0"?><gpx version="1.1" creator="x"><trk><trkseg>${inside}</trkseg></trk></gpx>`
      const file = fileOf(
        "Rex.gpx",
        text(
          `${points.join("\n")}<trkpt lat="1" lon="1"/>\n<trkpt lat="91" ` +
            `lon="1"><time>2024-01-01T02:00:00Z</time></trkpt>`
        )
      )
      const argv = ["import", "gpx", file, "--project", "gpx", "--create-project", "GPX", "--batch", "7"]
      const { code, said } = yield* pugmark(argv)
      assert.strictEqual(code, 2)
      assert.include(said, `  line 50  TIMESTAMP_INVALID  "" is not a time\n  line 51  POSITION_OUT_OF_RANGE`)
      assert.match(said, /50 accepted, 0 duplicates, 2 rejected/)
      assert.deepStrictEqual((yield* holdings("gpx")).tracks, { Rex: 50 })
      assert.match(
        (yield* pugmark([...argv, "--animal", "Rex"])).said,
        /0 accepted, 50 duplicates, 2 rejected/
      )
      assert.match(
        (yield* pugmark(["import", "csv", file, "--project", "gpx"])).complaint,
        /Rex\.gpx is XML and no table: it is imported with pugmark import gpx/
      )
      assert.match(
        (yield* pugmark(["import", "gpx", fileOf("no.gpx", header), "--project", "gpx"])).complaint,
        /no\.gpx is a table, or a file that is not known: it is imported with pugmark import csv/
      )
    })
  )

  it.effect("only looks when it is asked to", () =>
    Effect.gen(function* () {
      const file = fileOf("look.csv", [header, ...rows(3), "Alma,never,1,2"].join("\n"))
      const { code, said } = yield* pugmark([
        "import",
        "csv",
        file,
        "--project",
        "look",
        "--create-project",
        "Look",
        "--dry-run"
      ])
      assert.strictEqual(code, 2)
      assert.strictEqual(
        said,
        `4 rows: 3 records of 1 animal on 1 device, 2024-01-01 to 2024-01-01\n1 row cannot be read\n  ` +
          `line 5  TIMESTAMP_INVALID  "never" is not a time`
      )
      assert.isUndefined((yield* holdings("look")).devices)
      assert.isFalse(existsSync(join(folder, "look.rejected.csv")))
    })
  )

  it.effect("makes nothing when the file breaks off inside a quote", () =>
    Effect.gen(function* () {
      const { code, complaint } = yield* pugmark([
        "import",
        "csv",
        fileOf("quote.csv", `${header}\n"Alma,2024-01-01,5,39\nB,2024-01-01,5,39\n`),
        "--project",
        "quote",
        "--create-project",
        "Quote"
      ])
      assert.strictEqual(code, 1)
      assert.match(complaint, /quote.csv, line \d: a quote is opened and never closed/)
      assert.isUndefined((yield* holdings("quote")).devices)
    })
  )

  it.effect("says in one sentence why it cannot be done", () =>
    Effect.gen(function* () {
      const file = fileOf("one.csv", [header, ...rows(1)].join("\n"))
      const complaint = (argv: ReadonlyArray<string>, env?: Readonly<Record<string, string>>) =>
        Effect.map(pugmark(["import", "csv", file, ...argv], env === undefined ? {} : { env }), (r) => {
          assert.strictEqual(r.code, 1)
          assert.notInclude(r.complaint, "    at ")
          return r.complaint
        })
      assert.strictEqual(
        yield* complaint(["--project", "nowhere"]),
        `there is no project "nowhere" (or the token may not see it); --create-project NAME makes it`
      )
      assert.match(
        yield* complaint(["--project", "Not A Slug", "--create-project", "X"]),
        /^could not make the project Not A Slug: slug: /
      )
      assert.match(
        yield* complaint(["--project", "one", "--create-project", "One", "--entity-type", "unicorn"]),
        /^there is no entity type "unicorn"; there are: animal, bison, cow/
      )
      assert.match(yield* complaint(["--project", "one", "--token", "wrong"]), /does not know this token/)
      assert.strictEqual(
        yield* complaint(["--project", "one"], { PUGMARK_URL: "http://127.0.0.1:9" }),
        "no server answers at http://127.0.0.1:9; start it (npm start), or say where it is with --url"
      )
      assert.match(
        yield* complaint(["--project", "one"], { PUGMARK_URL: "https://pugmark.example", PUGMARK_TOKEN: "" }),
        /^no token for https:\/\/pugmark.example/
      )
    })
  )
})

describeShared("an import of a real fisher", (shared) =>
  layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("that was moved", (it) => {
    it.effect("keeps its track over the antimeridian, and takes a record that is there twice once", () =>
      Effect.gen(function* () {
        yield* assertKeptOverAntimeridian(shared.unpackCsv("meta_antimeridian_leroy", folder), 919)
        const file = shared.unpackCsv("meta_duplicates_leroy", folder)
        const distinct = new Set(readFileSync(file, "utf8").trim().split("\n").slice(1)).size
        yield* assertTakenOnce(file, "Leroy_dup", distinct, 1048 - distinct)
      })
    )
  })
)
