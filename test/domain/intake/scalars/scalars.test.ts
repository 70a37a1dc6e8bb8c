// The reader of single values that adapters and readers of files share: what is a number, what is "not known",
// and what cannot be.
import { assert, describe, it } from "@effect/vitest"
import { isMarkedInvalid, saysNoFix } from "../../../../src/domain/intake/scalars/fixFlags.ts"
import { isUnknownNumberText, isUnknownText } from "../../../../src/domain/intake/scalars/notKnown.ts"
import { isUnknownMetricValue, type Quantity } from "../../../../src/domain/intake/scalars/quantities.ts"
import { readIdentity } from "../../../../src/domain/intake/scalars/readIdentity.ts"
import { readNumber } from "../../../../src/domain/intake/scalars/readNumber.ts"
import { isNullIsland, isUnknownPair, readDegrees } from "../../../../src/domain/intake/scalars/readPlace.ts"
import { inOwnUnit, rangeOf, readQuantity } from "../../../../src/domain/intake/scalars/readQuantity.ts"

const unknownWords = ["", " ", "n/a", "N/A", "NaN", "-nan", "null", "(null)", "#N/A", "undefined", "1.#QNAN"]

describe("a number", () => {
  it("is read from JSON and from plain decimal text, blanks and a typographic minus allowed", () => {
    for (const [value, number] of [
      [51.05, 51.05],
      ["51.05", 51.05],
      [" -3 ", -3],
      ["+.5", 0.5],
      ["1e3", 1000],
      ["\u22127", -7]
    ] as const)
      assert.strictEqual(readNumber(value), number, String(value))
  })

  it("is not known where its sender writes a word for nothing", () => {
    for (const word of [...unknownWords, "-", "none", "unknown", "no data", "?"]) {
      assert.strictEqual(readNumber(word), "not known", word)
      assert.isTrue(isUnknownNumberText(word))
    }
    for (const value of [null, undefined, Number.NaN]) assert.strictEqual(readNumber(value), "not known")
  })

  it("is not guessed from anything else", () => {
    for (const value of [
      "x",
      "Infinity",
      "0x10",
      "1,5",
      "12 34",
      "1.2.3",
      "9".repeat(400),
      true,
      [],
      {},
      Infinity
    ])
      assert.strictEqual(readNumber(value), "unreadable", JSON.stringify(value))
  })

  it("may have a comma for its point only where the caller says so", () => {
    assert.strictEqual(readNumber("51,05", "comma"), 51.05)
    assert.strictEqual(readNumber("51,05", "either"), 51.05)
    assert.strictEqual(readNumber("51.05", "either"), 51.05)
    assert.strictEqual(readNumber("51.05", "comma"), "unreadable")
    assert.strictEqual(readNumber("1.234,5", "either"), "unreadable")
  })
})

describe("a text that may be a category", () => {
  it("is not known only by words that can mean nothing else", () => {
    for (const word of unknownWords) assert.isTrue(isUnknownText(word), word)
    for (const word of ["none", "unknown", "-", "walking"]) assert.isFalse(isUnknownText(word), word)
  })
})

describe("a quantity", () => {
  it.each<[Quantity, ReadonlyArray<number>]>([
    ["speed_mps", [-1, 255, 65_535, -999, 655.35, 1023, -1 / 3.6, -0.514444]],
    ["heading_deg", [-1, 511, 360.5, 65_535, 655.35, 999]],
    ["accuracy_m", [-1, -999, 65_535, 4_294_967.295]],
    ["satellites", [-1, 255, 65_535]],
    ["altitude_m", [-9999, -999, -32_768, 32_767, 65_535, 99_999]],
    ["hdop", [-1, 99.99, 99.9, 255]],
    ["battery_percent", [-1, 255, -100]],
    ["temperature_c", [-127, -999, 327.67, -327.68]],
    ["humidity_percent", [-1, 255]],
    ["battery_voltage", [-1, 65.535]]
  ])("%s is not known at the numbers that stand for it", (quantity, numbers) => {
    for (const number of [...numbers, Number.NaN]) {
      assert.strictEqual(readQuantity(quantity, number), "not known", String(number))
      assert.strictEqual(readQuantity(quantity, String(number)), "not known", String(number))
    }
    for (const value of [null, undefined, ...unknownWords])
      assert.strictEqual(readQuantity(quantity, value), "not known", String(value))
  })

  it("keeps what is a value: 255 degrees, 1 m below the sea, no speed, an accuracy of 255 m", () => {
    for (const [quantity, value] of [
      ["heading_deg", 255],
      ["heading_deg", 360],
      ["altitude_m", -1],
      ["altitude_m", -430],
      ["speed_mps", 0],
      ["speed_mps", 102.3],
      ["accuracy_m", 255],
      ["accuracy_m", 0],
      ["temperature_c", -1],
      ["temperature_c", -40],
      ["satellites", 0],
      ["battery_percent", 100]
    ] as const)
      assert.strictEqual(readQuantity(quantity, value), value, quantity)
  })

  it("that is no sentinel and cannot be is out of range, and says its range", () => {
    for (const [quantity, value] of [
      ["speed_mps", 4000],
      ["speed_mps", -0.1],
      ["heading_deg", -90],
      ["heading_deg", 400],
      ["accuracy_m", -5],
      ["satellites", -3]
    ] as const)
      assert.strictEqual(readQuantity(quantity, value), "out of range", `${quantity} ${value}`)
    assert.strictEqual(readQuantity("satellites", 7.5), "unreadable")
    assert.strictEqual(rangeOf("speed_mps"), "between 0 and 3000 m/s")
    assert.strictEqual(rangeOf("accuracy_m"), "at least 0 m")
  })

  it("is read in the unit of its sender, or in the one that a text names", () => {
    assert.strictEqual(readQuantity("speed_mps", 36, "km/h"), 10)
    assert.strictEqual(readQuantity("speed_mps", "36 km/h"), 10)
    assert.strictEqual(readQuantity("speed_mps", "36", "km/h"), 10)
    assert.strictEqual(readQuantity("temperature_c", "20 °C"), 20)
    assert.strictEqual(readQuantity("temperature_c", "68°F"), 20)
    assert.strictEqual(readQuantity("battery_percent", "87%"), 87)
    assert.strictEqual(readQuantity("battery_voltage", "3712 mV"), 3.712)
    assert.strictEqual(readQuantity("altitude_m", "100 ft"), 30.48)
    assert.strictEqual(readQuantity("heading_deg", "90°"), 90)
    assert.strictEqual(readQuantity("speed_mps", "20 °C"), "unreadable")
    assert.strictEqual(readQuantity("temperature_c", "20,5 °C", null, "comma"), 20.5)
  })

  it("is not known in the sender's unit before it is converted", () => {
    for (const unit of ["km/h", "kn", "mph"])
      assert.strictEqual(readQuantity("speed_mps", -1, unit), "not known")
    assert.strictEqual(readQuantity("speed_mps", -1.943844, "kn"), "not known") // -1 m/s
    assert.strictEqual(readQuantity("speed_mps", 102.3, "kn"), "not known")
    assert.strictEqual(inOwnUnit("speed_mps", 36, "km/h"), 10)
    assert.strictEqual(inOwnUnit("speed_mps", -1, "km/h"), "-1 km/h")
    assert.strictEqual(readQuantity("speed_mps", inOwnUnit("speed_mps", 102.3, "kn")), "not known")
    assert.strictEqual(readQuantity("speed_mps", inOwnUnit("speed_mps", 90_000, "km/h")), "out of range")
    assert.strictEqual(inOwnUnit("speed_mps", "fast", "km/h"), "fast")
    assert.isUndefined(inOwnUnit("speed_mps", null, "km/h"))
  })
})

describe("a value of a metric", () => {
  it("is not known by its metric's name, in any spelling", () => {
    for (const [metric, value] of [
      ["battery", -1],
      ["battery", 255],
      ["battery_percent", -1],
      ["batteryLevel", 255],
      ["temperature_c", -127],
      ["Temp", 327.67],
      ["humidity", 255],
      ["anything", Number.NaN]
    ] as const)
      assert.isTrue(isUnknownMetricValue(metric, value), metric)
    for (const [metric, value] of [
      ["rpm", 255],
      ["rssi_dbm", -127],
      ["balance", -1],
      ["temperature_c", -1]
    ] as const)
      assert.isFalse(isUnknownMetricValue(metric, value), metric)
  })
})

describe("a place", () => {
  it("is read in degrees, with its hemisphere perhaps", () => {
    assert.strictEqual(readDegrees(51.05, "lat"), 51.05)
    assert.strictEqual(readDegrees("51.05", "lat"), 51.05)
    assert.strictEqual(readDegrees("51.05 S", "lat"), -51.05)
    assert.strictEqual(readDegrees("W122.4°", "lon"), -122.4)
    for (const text of ["-51.05 S", "51 E", "north", "N51N"])
      assert.strictEqual(readDegrees(text, "lat"), "unreadable", text)
  })

  it("is no place where its sender has none", () => {
    for (const value of [null, Number.NaN, "n/a", "", -9999, 999, 214.7483647])
      assert.strictEqual(readDegrees(value, "lat"), "not known", String(value))
    assert.isTrue(isUnknownPair(91, 181))
    assert.isFalse(isUnknownPair(91, 10))
  })

  it("within 0.001° of latitude 0 and longitude 0 is where receivers without a fix put themselves", () => {
    for (const [lat, lon] of [
      [0, 0],
      [-0, 0],
      [0.001, -0.001],
      [0.0005, 0.0009]
    ] as const)
      assert.isTrue(isNullIsland(lat, lon))
    for (const [lat, lon] of [
      [48, 0],
      [0, 10],
      [0.0011, 0]
    ] as const)
      assert.isFalse(isNullIsland(lat, lon))
  })

  it("was not measured where its message says so", () => {
    for (const [name, value] of [
      ["fix", false],
      ["gps_fix", 0],
      ["fixType", "none"],
      ["hasFix", "false"],
      ["outdated", true],
      ["cached", 1],
      ["last_known", "true"]
    ] as const)
      assert.isTrue(saysNoFix(name, value), name)
    for (const [name, value] of [
      ["fix", true],
      ["fixType", 3],
      ["outdated", false],
      ["motion", false],
      ["fix", "3D"],
      ["fix", null],
      ["valid", { a: 1 }]
    ] as const)
      assert.isFalse(saysNoFix(name, value), name)
    for (const value of [false, 0, "false", "V"]) assert.isTrue(isMarkedInvalid(value))
    for (const value of [true, undefined, 1, "A", "true", null, {}]) assert.isFalse(isMarkedInvalid(value))
  })
})

describe("an identity", () => {
  it("is a text, or a whole number that JSON holds to its last digit", () => {
    assert.strictEqual(readIdentity("collar-7"), "collar-7")
    assert.strictEqual(readIdentity(2130621128), "2130621128")
    for (const value of ["", 1.5, 2 ** 53, Number.NaN, null, undefined, true, {}])
      assert.isNull(readIdentity(value))
  })
})
