// Rows of tables of tracks: read, left out, or refused with the reason.
import { assert, describe, it } from "vitest"
import { type Columns, findColumns } from "../../../src/domain/intake/columns.ts"
import type { TraceCode } from "../../../src/domain/intake/TraceCode.ts"
import { tableClock } from "../../../src/domain/intake/tableClock.ts"
import type { Reading } from "../../../src/domain/intake/Reading.ts"
import { readTrackRow, type TrackRow } from "../../../src/domain/intake/TrackRow.ts"

const columnsOf = (header: string): Columns => {
  const found = findColumns(header.split(","), new Map())
  assert.notProperty(found, "missing")
  return found as Columns
}

const read = (header: string, row: string, options: Partial<Reading> = {}) =>
  readTrackRow(
    {
      columns: columnsOf(header),
      from: -Infinity,
      to: Infinity,
      keepOutliers: false,
      clock: tableClock("iso", "UTC"),
      decimals: "point",
      ...options
    },
    row.split(",")
  )

const reportOf = (row: TrackRow) => (row._tag === "Report" ? row.report : null)

const plain = "individual_id,timestamp,lon,lat"
const movebank =
  "visible,timestamp,location-long,location-lat,ground-speed,gps:satellite-count,eobs:horizontal-accuracy-estimate,location-error-numerical," +
  "external-temperature,tag-voltage,manually-marked-outlier,sensor-type,individual-taxon-canonical-name,tag-local-identifier,individual-local-identifier"
const leroy =
  "true,2009-02-11 12:16:45.000,-73.8987953,42.7437001,0.5,7,,14.85,-3.5,3712,,gps,Martes pennanti,1072,Leroy"

describe("a row of a table of tracks", () => {
  it("becomes a report", () => {
    assert.deepStrictEqual(read(plain, "Cilla,2005-07-14T05:35:00.000Z,31.88776042,-24.96738078"), {
      _tag: "Report",
      individual: "Cilla",
      tag: "",
      taxon: "",
      at: Date.UTC(2005, 6, 14, 5, 35),
      report: { lon: 31.88776042, lat: -24.96738078 }
    })
  })

  it("of Movebank brings its tag, taxon and sensors, in our units", () => {
    assert.deepStrictEqual(read(movebank, leroy), {
      _tag: "Report",
      individual: "Leroy",
      tag: "1072",
      taxon: "Martes pennanti",
      at: Date.UTC(2009, 1, 11, 12, 16, 45),
      report: {
        lon: -73.8987953,
        lat: 42.7437001,
        speed_mps: 0.5,
        satellites: 7,
        accuracy_m: 14.85,
        measurements: { battery_voltage: 3.712, temperature_c: -3.5 }
      }
    })
  })

  it("placed by Argos is a position of the network", () => {
    const row = read(movebank, leroy.replace(",gps,", ",argos-doppler-shift,"))
    assert.strictEqual(row._tag === "Report" ? row.report.record_type : undefined, "network")
  })

  it("marked as outlier, by a person, a program or its visibility, is a position that nothing uses, unless it is taken for a good one", () => {
    const hidden = leroy.replace("true", "false"),
      marked = leroy.replace(",,gps", ",true,gps")
    for (const [row, outlier] of [
      [hidden, "hidden"],
      [marked, "manually"]
    ] as const) {
      const { lat, lon, ...others } = reportOf(read(movebank, row))!
      assert.deepStrictEqual(others, {
        speed_mps: 0.5,
        satellites: 7,
        accuracy_m: 14.85,
        valid: false,
        attributes: { outlier }
      })
      assert.deepStrictEqual([lon, lat], [-73.8987953, 42.7437001])
      assert.deepStrictEqual(
        reportOf(read(movebank, row, { keepOutliers: true })),
        reportOf(read(movebank, leroy))
      )
    }
    const algorithm = read(movebank.replace("manually", "algorithm"), marked)
    assert.deepStrictEqual(reportOf(algorithm)!.attributes, { outlier: "algorithm" })
  })

  it("marked as outlier that no endpoint would take is left out, with what it measured", () => {
    const marked = leroy.replace(",,gps", ",true,gps")
    for (const [good, bad] of [
      ["42.7437001", "142"],
      ["42.7437001", ""],
      ["42.7437001", "north"],
      ["-73.8987953,42.7437001", ","],
      ["2009-02-11", "1970-01-01"],
      ["2009-02-11 12:16:45.000", "soon"]
    ] as const) {
      assert.deepStrictEqual(
        read(movebank, marked.replace(good, bad)),
        { _tag: "LeftOut", why: "marked as outlier" },
        bad
      )
    }
    assert.deepStrictEqual(reportOf(read(movebank, marked.replace(",0.5,7,,14.85,", ",5e9,7.5,,-1,"))), {
      lon: -73.8987953,
      lat: 42.7437001,
      valid: false,
      attributes: { outlier: "manually" }
    })
  })

  it("of a tag on no animal is left out", () => {
    assert.deepStrictEqual(read(movebank, leroy.replace(",Leroy", ",")), {
      _tag: "LeftOut",
      why: "no animal"
    })
  })

  it("without a position keeps its readings, and is left out when it has none", () => {
    const row = read(movebank, leroy.replace("-73.8987953,42.7437001", ","))
    assert.deepStrictEqual(row._tag === "Report" ? row.report : row, {
      measurements: { battery_voltage: 3.712, temperature_c: -3.5 }
    })
    assert.deepStrictEqual(read(plain, "Cilla,2005-07-14 05:35:00.000,NA,NaN"), {
      _tag: "LeftOut",
      why: "no position"
    })
  })

  it("outside the period is left out; the period is half-open", () => {
    const at = Date.UTC(2005, 6, 14),
      row = "Cilla,2005-07-14,31,-24"
    assert.strictEqual(read(plain, row, { from: at, to: at + 1 })._tag, "Report")
    assert.deepStrictEqual(read(plain, row, { to: at }), { _tag: "LeftOut", why: "outside the period" })
    assert.deepStrictEqual(read(plain, row, { from: at + 1 }), { _tag: "LeftOut", why: "outside the period" })
  })

  it.each<readonly [row: string, code: TraceCode, reason: string]>([
    ["Cilla,yesterday,31,-24", "TIMESTAMP_INVALID", `"yesterday" is not a time`],
    ["Cilla,2005-07-14,31,-24d", "ITEM_INVALID", `lat: "-24d" is not a number`],
    ["Cilla,2005-07-14,0x1F,-24", "ITEM_INVALID", `lon: "0x1F" is not a number`],
    ["Cilla,2005-07-14,1e999,-24", "ITEM_INVALID", `lon: "1e999" is not a number`],
    ["Cilla,2005-07-14,31", "ITEM_INVALID", "the latitude is missing"],
    ["Cilla,2005-07-14,,-24", "ITEM_INVALID", "the longitude is missing"],
    [",2005-07-14,31,-24", "ITEM_INVALID", "the row names no animal and no tag"],
    [
      "Ci\u0000lla,2005-07-14,31,-24",
      "ITEM_INVALID",
      "the animal's name is longer than 200 characters or has control characters in it"
    ],
    [
      `${"x".repeat(201)},2005-07-14,31,-24`,
      "ITEM_INVALID",
      "the animal's name is longer than 200 characters or has control characters in it"
    ]
  ])("%j is refused as %s: %s", (row, code, reason) => {
    assert.deepStrictEqual(read(plain, row), { _tag: "Refused", code, reason })
  })

  it("takes a decimal comma where it is said or no separator, and never guesses between marks", () => {
    const lonOf = (cell: string, decimals: Reading["decimals"]) => {
      const row = readTrackRow(
        {
          columns: columnsOf(plain),
          from: -Infinity,
          to: Infinity,
          keepOutliers: false,
          clock: tableClock("iso", "UTC"),
          decimals
        },
        ["Cilla", "2005-07-14", cell, "-24"]
      )
      return row._tag === "Report"
        ? row.report.lon
        : row._tag === "Refused"
          ? (row.trouble ?? row.reason)
          : row.why
    }
    assert.deepStrictEqual(
      [lonOf("31,5", "either"), lonOf("31.5", "either"), lonOf("31,5", "comma"), lonOf("31", "comma")],
      [31.5, 31.5, 31.5, 31]
    )
    assert.strictEqual(lonOf("31,5", "point"), "decimal comma")
    assert.strictEqual(lonOf("31.5", "comma"), `lon: "31.5" is not a number`)
    assert.strictEqual(lonOf("1.031,5", "either"), `lon: "1.031,5" is not a number`)
  })

  it("refuses a name that is not in the encoding: it would be another one", () => {
    assert.deepInclude(read(plain, "K\uFFFDhe,2005-07-14,31,-24"), {
      code: "ITEM_INVALID",
      trouble: "not in this encoding"
    })
  })

  it("keeps a name that looks like a formula, or like a member of every object, as it is typed", () => {
    for (const name of [`=HYPERLINK("http://evil")`, "__proto__", "constructor"]) {
      const row = read(plain, `${name},2005-07-14,31,-24`)
      assert.strictEqual(row._tag === "Report" ? row.individual : undefined, name)
    }
  })
})
