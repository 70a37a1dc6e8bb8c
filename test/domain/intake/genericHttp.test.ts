import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { type Message, UnreadablePart } from "../../../src/domain/intake/decode/Decoder.ts"
import { genericHttp } from "../../../src/domain/intake/decode/genericHttp.ts"
import type { SourceConfig } from "../../../src/domain/tracking/SourceConfig.ts"

const message = (body: string, contentType = "application/json", config: SourceConfig = {}): Message => ({
  body,
  contentType,
  query: "",
  topic: "",
  retained: false,
  receivedAt: 0,
  config
})
const items = (body: string, type = "application/json") =>
  Result.getOrThrow(genericHttp.decode(message(body, type)))

describe("the generic format", () => {
  it("is one object, an array, or one object a line", () => {
    assert.deepStrictEqual(items('{"a":1}'), [{ a: 1 }])
    assert.deepStrictEqual(items('[{"a":1},2]'), [{ a: 1 }, 2])
    assert.deepStrictEqual(items("[]"), [])
    for (const type of ["application/json", "application/x-ndjson"]) {
      assert.deepStrictEqual(
        items('{"a":1}\n{"a":2}\r\n\n{"a":3}\n', type),
        [{ a: 1 }, { a: 2 }, { a: 3 }],
        type
      )
    }
    assert.deepStrictEqual(items("", "application/x-ndjson"), [])
  })

  it("a line that is not JSON stands for itself, and its neighbours go on", () => {
    const [first, bad, last] = items('{"a":1}\n{"a":\n{"a":3}', "application/x-ndjson")
    assert.deepStrictEqual([first, last], [{ a: 1 }, { a: 3 }])
    assert.instanceOf(bad, UnreadablePart)
    assert.strictEqual(bad.text, '{"a":')
    assert.instanceOf(items('{"a":1}\nnonsense')[1], UnreadablePart)
  })

  it("an item that says a member twice is refused by its name, and its neighbours go on", () => {
    const told = (body: string, type?: string) =>
      items(body, type).map((item) => (item instanceof UnreadablePart ? [item.pointer, item.detail] : item))
    assert.deepStrictEqual(told(`[{"lat":1},{"lat":1,"lon":2,"lat":3},{"lat":5}]`), [
      { lat: 1 },
      ["/lat", 'the member "lat" is there twice'],
      { lat: 5 }
    ])
    assert.deepStrictEqual(
      told(`{"a":{"b":[{"c":1},{"c/d":1,"c\\u002fd":2}]}}`),
      [["/a/b/1/c~1d", 'the member "c/d" is there twice']],
      "however it is written, and however deep"
    )
    assert.deepStrictEqual(told(`{"a":1}\n{"a":1,"a":1}\n{"a":3}`, "application/x-ndjson"), [
      { a: 1 },
      ["/a", 'the member "a" is there twice'],
      { a: 3 }
    ])
    assert.deepStrictEqual(told(`[[{"a":1},{"a":1}],{"a":{"a":{"a":"a\\"a"}},"b":["a","a"]}]`).length, 2)
    for (const body of [
      `[{"a":1},{"a":1}]`,
      `{"a":{"a":1},"b":{"a":1}}`,
      `{"a":"a","b":"a","c":[{"a":1},{"a":2}]}`,
      `{"a\\"":1,"a":2}`,
      `{"":1,"a":{"":2}}`,
      "[]",
      "3",
      `"a"`
    ]) {
      assert.isFalse(
        items(body).some((item) => item instanceof UnreadablePart),
        body
      )
    }
  })

  it("a body that is not JSON at all is refused whole", () => {
    for (const body of ["", "nonsense", '{"a":1', '[{"a":1}', '{\n"a": 1,\n}', "\ufeff{}"]) {
      const refused = genericHttp.decode(message(body))
      assert.isTrue(Result.isFailure(refused) && refused.failure.code === "PAYLOAD_DECODE_FAILED", body)
    }
  })
})

describe("the generic format by a configuration", () => {
  const read = (body: unknown, config: SourceConfig, type = "application/json") =>
    Result.getOrThrow(
      genericHttp.decode(message(typeof body === "string" ? body : JSON.stringify(body), type, config))
    )

  it("finds reports where they lie, and their device around them", () => {
    const config = { items: "data.points", device: "collar.id" }
    const body = { collar: { id: 7 }, data: { points: [{ lat: 1 }, { lat: 2, device: "own" }] } }
    assert.deepStrictEqual(read(body, config), [
      { lat: 1, device: "7" },
      { lat: 2, device: "own" }
    ])
    assert.deepStrictEqual(read({ data: { points: { lat: 1 } }, collar: { id: "a" } }, config), [
      { lat: 1, device: "a" }
    ])
    assert.lengthOf(read([body, body], config), 4)
    assert.lengthOf(
      read(`${JSON.stringify(body)}\n${JSON.stringify(body)}`, config, "application/x-ndjson"),
      4
    )
  })

  it("refuses a message without reports where they should be, and its neighbours go on", () => {
    const [bad, good] = read([{ hello: 1 }, { points: [{ lat: 1 }] }], { items: "points" })
    assert.instanceOf(bad, UnreadablePart)
    assert.include(bad.detail, "there is nothing at points, where config.items")
    assert.deepStrictEqual(good, { lat: 1 })
  })

  it("reads times without a zone as it is told, and no others", () => {
    const times = ["26-05-01 12:00:00", "2026-05-01T12:00:00.5", "2026-05-01T12:00:00+02:00", 5, "soon"]
    const timesBy = (time_format?: "utc" | "yymmdd_utc") =>
      read(
        times.map((time) => ({ time })),
        time_format === undefined ? {} : { time_format }
      ).map((item) => (item as { readonly time: unknown }).time)
    assert.deepStrictEqual(timesBy(), times)
    assert.deepStrictEqual(timesBy("utc"), [times[0], "2026-05-01T12:00:00.5Z", ...times.slice(2)])
    assert.deepStrictEqual(timesBy("yymmdd_utc"), [
      "2026-05-01 12:00:00Z",
      "2026-05-01T12:00:00.5Z",
      ...times.slice(2)
    ])
  })

  it("reads a form as one report of texts", () => {
    const form = "application/x-www-form-urlencoded"
    const config: SourceConfig = {
      fields: {
        device: "imei",
        time: "transmit_time",
        lat: "iridium_latitude",
        lon: "iridium_longitude",
        accuracy_m: { path: "iridium_cep", factor: 1000 }
      },
      time_format: "yymmdd_utc",
      record_type: "network"
    }
    const rockBlock =
      "imei=300234010753370&momsn=12345&transmit_time=12-10-10+10%3A41%3A50&iridium_latitude=52.3867" +
      "&iridium_longitude=0.2938&iridium_cep=8&data=48656c6c6f"
    const [item] = read(rockBlock, config, form)
    assert.deepInclude(item as object, {
      device: "300234010753370",
      time: "2012-10-10 10:41:50Z",
      lat: "52.3867",
      lon: "0.2938",
      accuracy_m: 8000,
      record_type: "network",
      data: "48656c6c6f"
    })
    const [twiceSaid] = read("lat=1&lat=2", {}, form)
    assert.instanceOf(twiceSaid, UnreadablePart)
    assert.deepStrictEqual([twiceSaid.pointer, twiceSaid.detail], ["/lat", 'the member "lat" is there twice'])
    assert.isTrue(Result.isFailure(genericHttp.decode(message("", form))))
    assert.deepStrictEqual(Object.keys(read("__proto__=1&lat=2", {}, form)[0] as object), [
      "__proto__",
      "lat"
    ])
  })
})
