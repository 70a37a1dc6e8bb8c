// Finding the columns of a table by its header.
import { assert, describe, it } from "vitest"
import type { ColumnField } from "../../../src/domain/intake/columnNames.ts"
import { type ColumnsMissing, findColumns } from "../../../src/domain/intake/columns.ts"

const found = (header: string, named: ReadonlyArray<readonly [ColumnField, string]> = []) =>
  findColumns(header.split(","), new Map(named))

const indices = (header: string, named: ReadonlyArray<readonly [ColumnField, string]> = []) => {
  const columns = found(header, named)
  if ("missing" in columns) throw new Error(JSON.stringify(columns))
  return Object.fromEntries([...columns].map(([field, all]) => [field, all.map((c) => c.index)]))
}

describe("the columns of a table", () => {
  it("are found in Movebank's event file", () => {
    const header =
      "event-id,visible,timestamp,location-long,location-lat,eobs:battery-voltage,eobs:horizontal-accuracy-estimate,external-temperature,ground-speed,heading," +
      "height-above-ellipsoid,gps:satellite-count,location-error-numerical,manually-marked-outlier,algorithm-marked-outlier,sensor-type," +
      "individual-taxon-canonical-name,tag-local-identifier,individual-local-identifier,study-name"
    assert.deepStrictEqual(indices(header), {
      individual: [18],
      time: [2],
      lon: [3],
      lat: [4],
      tag: [17],
      altitude_m: [10],
      speed_mps: [8],
      heading_deg: [9],
      accuracy_m: [6, 12],
      satellites: [11],
      temperature_c: [7],
      battery_voltage: [5],
      taxon: [16],
      sensor: [15],
      visible: [1],
      outlier: [13, 14]
    })
  })

  it("are found in every spelling of a name", () => {
    for (const header of [
      "timestamp,location-long,location-lat,individual-local-identifier",
      "timestamp,location_long,location_lat,individual_local_identifier",
      "timestamp,location.long,location.lat,individual.local.identifier",
      "Timestamp,Location Long,Location Lat,Individual Local Identifier"
    ]) {
      assert.deepStrictEqual(indices(header), { individual: [3], time: [0], lon: [1], lat: [2] })
    }
  })

  it("are found in the plain table of an animal, a time, a longitude and a latitude", () => {
    assert.deepStrictEqual(indices("individual_id,timestamp,lon,lat,accuracy_m"), {
      individual: [0],
      time: [1],
      lon: [2],
      lat: [3],
      accuracy_m: [4]
    })
  })

  it("are those named by hand where a name is given", () => {
    assert.deepStrictEqual(
      indices("lon,x,y,when,Name", [
        ["lon", "x"],
        ["lat", "y"],
        ["time", "when"],
        ["individual", "Name"]
      ]),
      { lon: [1], lat: [2], time: [3], individual: [4] }
    )
  })

  it("are refused, and named, where more than one has the name", () => {
    const twice = (header: string, named: ReadonlyArray<readonly [ColumnField, string]> = []) =>
      (found(header, named) as Partial<ColumnsMissing>).twice ?? []
    assert.deepStrictEqual(twice("animal,time,lon,lat,lon"), ["lon"])
    assert.deepStrictEqual(twice("animal,time,lon,lat,note,note,Note"), ["note"])
    assert.deepStrictEqual(
      twice("animal,time,location_long,lat,location-long, LAT "),
      ["location-long", "LAT"],
      "in whatever spelling"
    )
    assert.deepStrictEqual(
      twice("animal,time,x,X,lat,lon", [["lon", "x"]]),
      [],
      "named by hand they are told apart by their capitals"
    )
    assert.deepStrictEqual(
      twice("animal,time,x,y,x,lon,lat", [
        ["lon", "x"],
        ["lat", "y"]
      ]),
      ["x"]
    )
    assert.deepStrictEqual(twice("animal,time,lon,lat,,"), [], "columns without a name are nobody's")
  })

  it("may name a tag in place of an animal", () => {
    assert.isTrue(!("missing" in found("tag-id,timestamp,lon,lat")))
  })

  it("are refused by name when they are missing", () => {
    assert.deepStrictEqual(found("individual_id,when,lon"), { missing: ["time", "lat"], unknown: [] })
    assert.deepStrictEqual(found("individual_id,timestamp,lon,lat", [["lat", "Y"]]), {
      missing: [],
      unknown: ["Y"]
    })
    assert.deepStrictEqual(found("__proto__,constructor,toString"), {
      missing: ["individual", "time", "lon", "lat"],
      unknown: []
    })
  })
})
