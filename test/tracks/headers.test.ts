// Tables as vendors write them: titles above the header, units below it, degrees with minutes and hemispheres,
// coordinates of UTM and of other systems, and how good a fix was.
import geodesic from "geographiclib-geodesic"
import { assert, describe, it } from "vitest"
import { open, readReports, trackFile } from "../support/tracks/trackFiles.ts"

const lines = (...rows: ReadonlyArray<string>) => rows.join("\r\n")
const places = async (...args: Parameters<typeof readReports>) =>
  (await readReports(...args)).map((row) => (typeof row === "string" ? row : row.report))
/** Why the first row was refused; nothing: it was read. */
const reasonIn = ([first]: ReadonlyArray<unknown>): string => (typeof first === "string" ? first : "")
const csv = (text: string, piece?: number) => trackFile("herd.csv", text, piece)

const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const little = Buffer.from(`\uFEFF${text}`, "utf16le")
  return isBig ? little.swap16() : little
}

describe("the header of a table", () => {
  const body = ["Alma;2024-05-01 00:00;8,1;47,5", "Alma;2024-05-01 01:00;8,2;47,5"]
  const text = lines(
    'Weide 7, "Nord", 2024',
    "Tiere, Zeiten und Orte, lon",
    "",
    "animal;timestamp;lon;lat",
    ...body
  )
  const found = [
    { lon: 8.1, lat: 47.5 },
    { lon: 8.2, lat: 47.5 }
  ]

  it("is found below title lines, in every encoding", async () => {
    for (const content of [text, `\uFEFF${text}`, utf16(text, false), utf16(text, true)]) {
      const file = trackFile("herd.csv", content, 7)
      assert.deepStrictEqual(await places(file, { timesIn: "UTC" }), found)
      const opened = await open(file, { timesIn: "UTC" })
      assert.deepStrictEqual(opened._tag === "Opened" ? opened.table.notes : [], [
        "The first 3 lines are titles, and no record"
      ])
      assert.deepStrictEqual(opened._tag === "Opened" ? opened.table.body.line : 0, 4)
    }
  })

  it("is the first line where columns are named by hand, or where no line names any", async () => {
    const chosenByHand = new Map([
      ["individual", "who"],
      ["time", "when"],
      ["lon", "x"],
      ["lat", "y"]
    ] as const)
    assert.deepStrictEqual(
      await places(csv(lines("title", "who;when;x;y", ...body)), { timesIn: "UTC", chosenByHand }),
      found
    )
    const opened = await open(csv(lines("who,when,x,y", "A,B,C,D")))
    assert.deepStrictEqual(opened._tag === "Columns" ? opened.header : [], ["who", "when", "x", "y"])
  })

  it("has a row of units below it, or units in brackets, which are used", async () => {
    const below = lines(
      "animal,timestamp,lon,lat,speed,Temperature",
      ",UTC,deg,deg,km/h,°F",
      "Alma,2024-05-01 00:00,8.1,47.5,36,50"
    )
    const beside = lines(
      "animal,timestamp (UTC),Longitude [deg],Latitude [deg],speed (km/h),Temperature [°F]",
      "Alma,2024-05-01 00:00,8.1,47.5,36,50"
    )
    for (const table of [below, beside])
      assert.deepStrictEqual(await readReports(csv(table)), [
        {
          animal: "Alma",
          time: "2024-05-01T00:00:00.000Z",
          report: { lon: 8.1, lat: 47.5, speed_mps: 10, measurements: { temperature_c: 10 } }
        }
      ])
  })

  it("leaves out a column in a unit that is not known, and never takes a record for units", async () => {
    assert.deepStrictEqual(
      await places(
        csv(lines("animal,timestamp,lon,lat,altitude (fathoms)", "Alma,2024-05-01T00:00Z,8.1,47.5,36"))
      ),
      [{ lon: 8.1, lat: 47.5 }]
    )
    assert.deepStrictEqual(await places(csv(lines("animal,timestamp,lon,lat", "Alma,n/a,n/a,n/a"))), [
      '"n/a" is not a time'
    ])
  })
})

describe("degrees", () => {
  const one = (lat: string, lon: string, head = "lat;lon", more = "") =>
    places(csv(lines(`animal;time;${head}`, `Alma;2024-05-01T00:00Z;${lat};${lon}${more}`)))

  it("have minutes and seconds, with marks, colons or blanks", async () => {
    for (const [lat, lon] of [
      [`"41°24'12.2""N"`, `"2°10'26.5""W"`],
      ["41°24′12.2″ N", "W 2°10′26.5″"],
      ["41 24 12.2 N", "2 10 26.5 W"],
      ["41:24:12.2", "-2:10:26.5"],
      ["N 41° 24.2033333333'", "2° 10.4416666667' W"]
    ] as const)
      assert.deepStrictEqual(await one(lat, lon), [{ lon: -2.17402777778, lat: 41.4033888889 }], lat)
    assert.deepStrictEqual(await one("-0°30'", "0°30'W"), [{ lon: -0.5, lat: -0.5 }])
  })

  it("are refused where they can be two things, or none", async () => {
    for (const lat of ["41 24", "41°61'N", "41°24.5'12\u2033N", "-41°24'S", "41°24'E", "N41°24'N"])
      assert.match(reasonIn(await one(lat, "2")), /^lat: ".*" is not a number$/, lat)
  })

  it("have their hemisphere in a column of its own", async () => {
    const head = "Latitude;N/S;Longitude;E/W"
    const read = (lat: string, lon: string) => one(lat, lon, head)
    assert.deepStrictEqual(await read("41.5;S", "2.5;W"), [{ lon: -2.5, lat: -41.5 }])
    assert.deepStrictEqual(await read("41 24 36;North", "2 30;E"), [{ lon: 2.5, lat: 41.41 }])
    assert.deepStrictEqual(await read("41.5;", "2.5;E"), ['lat: "" is no hemisphere: N or S, E or W'])
    assert.deepStrictEqual(await read("-41.5;S", "2.5;E"), ['lat: "-41.5" and "S" are no degrees together'])
    assert.deepStrictEqual(await read("41.5;E", "2.5;E"), ['lat: "41.5" and "E" are no degrees together'])
  })
})

describe("coordinates of a grid", () => {
  const table = (zone: string, x = "500000", y = "5400000") =>
    csv(lines("animal,time,easting,northing,zone", `Alma,2024-05-01T00:00Z,${x},${y},${zone}`))
  const plain = csv(lines("animal,time,x,y", "Alma,2024-05-01T00:00Z,500000,5400000"))
  const chosenByHand = new Map([
    ["lon", "x"],
    ["lat", "y"]
  ] as const)

  it("are those of the zone of UTM that a column says: on its meridian they are as long as the earth is", async () => {
    const [place] = (await places(table("33N"))) as unknown as readonly [{ lon: number; lat: number }]
    assert.strictEqual(place.lon, 15)
    const { s12 } = geodesic.Geodesic.WGS84.Inverse(0, 15, place.lat, 15)
    assert.closeTo(s12! * 0.9996, 5_400_000, 0.01)
    for (const zone of ["33 N", "UTM 33U", "33 north"])
      assert.deepStrictEqual(await places(table(zone)), [place])
    assert.deepStrictEqual(await places(table("33 south", "500000", "4600000")), [
      { lon: 15, lat: -place.lat }
    ])
    assert.deepStrictEqual(await places(table("33N", "", "")), ["no position"])
  })

  it("ask for the system where the zone does not tell", async () => {
    for (const [zone, reason] of [
      ["", "no zone of UTM is said"],
      ["33", 'zone "33" does not say whether it is north or south'],
      ["33S", 'zone "33S" can be the south, or band S, which is north'],
      ["61N", '"61N" is no zone of UTM']
    ] as const) {
      const opened = await open(table(zone))
      assert.deepStrictEqual(opened._tag === "Row" ? opened.row.trouble : opened._tag, "no system")
      assert.deepStrictEqual(opened._tag === "Row" ? opened.row.reason : "", reason)
      assert.lengthOf(await places(table(zone), { crs: "EPSG:32733" }), 1)
    }
    assert.deepStrictEqual(await places(table("33N", "5400000", "500000")), [
      "5400000, 500000 is nowhere in zone 33N"
    ])
  })

  it("are those of the system that is said, by its code or its definition", async () => {
    const wkt =
      'PROJCS["WGS 84 / UTM zone 33N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,' +
      '298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],' +
      'PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",15],' +
      'PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],' +
      'UNIT["metre",1]]'
    const expected = [{ lon: 15, lat: 48.753013 }]
    for (const crs of ["EPSG:32633", "32633", wkt])
      assert.deepStrictEqual(await places(plain, { crs, chosenByHand }), expected, crs)
    // the figure of the earth of ETRS89 is another by a tenth of a millimetre
    for (const crs of ["epsg:25833", "+proj=utm +zone=33 +ellps=GRS80 +units=m"])
      assert.deepStrictEqual(await places(plain, { crs, chosenByHand }), [{ lon: 15, lat: 48.75301301 }], crs)
    const degrees = csv(lines("animal,time,lon,lat", "Alma,2024-05-01T00:00Z,15,48.5"))
    assert.deepStrictEqual(await places(degrees, { crs: "EPSG:4258" }), [{ lon: 15, lat: 48.5 }])
  })

  it("of a system that is not known, or lies nowhere, are refused by its name", async () => {
    const reasonOf = async (crs: string) => {
      const opened = await open(plain, { crs, chosenByHand })
      return opened._tag === "System" ? opened.reason : opened._tag
    }
    assert.match(
      await reasonOf("EPSG:4202"),
      /^EPSG:4202 is none of the coordinate systems that are known here/
    )
    assert.match(await reasonOf("somewhere"), /^somewhere is no coordinate system that is known here/)
    assert.match(await reasonOf("+proj=utm +zone=54 +ellps=bessel +units=m"), /add its shift \(\+towgs84/)
    assert.match(await reasonOf(`+proj=utm ${"x".repeat(6000)}`), /is at most 4000 characters/)
    assert.match(
      reasonIn(await places(plain, { crs: "EPSG:2056", chosenByHand })),
      /outside of where EPSG:2056/
    )
  })

  it("say how exactly the shift of their system is known", async () => {
    const tokyo = csv(lines("animal,time,lon,lat", "Alma,2024-05-01T00:00Z,139.7,35.6"))
    const opened = await open(tokyo, { crs: "EPSG:4301" })
    assert.deepStrictEqual(opened._tag === "Opened" ? opened.table.notes : [], [
      "The coordinates are in EPSG:4301 (Tokyo), whose shift is known to 9 m"
    ])
  })

  it("that are called longitude and latitude are asked about", async () => {
    const opened = await open(csv(lines("animal,time,lon,lat", "Alma,2024-05-01T00:00Z,500000,5400000")))
    assert.deepStrictEqual(opened._tag === "Row" ? opened.row.trouble : opened._tag, "no system")
  })
})

describe("how good a fix was", () => {
  it("is kept beside the position", async () => {
    const table = lines(
      "animal,time,lon,lat,gps:hdop,PDOP,DOP,gps:fix-type",
      "Alma,2024-05-01T00:00Z,8.1,47.5,1.2,99.99,2,3D",
      "Alma,2024-05-01T01:00Z,8.1,47.5,,,bad,",
      "Alma,2024-05-01T02:00Z,,,1,1,1,no fix"
    )
    assert.deepStrictEqual(await places(csv(table)), [
      { lon: 8.1, lat: 47.5, attributes: { hdop: 1.2, dop: 2, fix_type: "3D" } },
      { lon: 8.1, lat: 47.5 },
      "no position"
    ])
  })
})
