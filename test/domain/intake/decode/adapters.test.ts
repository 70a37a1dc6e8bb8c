// Every adapter against its recorded payloads, and against everything that no sender would send.
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { readItem } from "../../../../src/intake/receive.ts"
import { accept } from "../../../../src/domain/intake/accept.ts"
import { type Message, UnreadablePart } from "../../../../src/domain/intake/decode/Decoder.ts"
import { decoders } from "../../../../src/domain/intake/decode/registry.ts"
import { adapterKeys } from "../../../../src/domain/tracking/DataSource.ts"
import { SourceConfigInput } from "../../../../src/domain/tracking/SourceConfig.ts"
import { cuts, mutations } from "../../../support/http/hostile.ts"
import { bodyOf, messageOf, recorded, recordedAdapters, RECEIVED_AT } from "./fixtures.ts"

const checkItem = (item: unknown, expected: unknown) => {
  if (item instanceof UnreadablePart)
    return assert.include(item.detail, (expected as { readonly unreadable: string }).unreadable)
  assert.deepStrictEqual(JSON.parse(JSON.stringify(item)), expected) // as it is kept
}

describe.each(recordedAdapters)("recorded payloads of %s", (adapter) => {
  const { cases, provenance } = recorded(adapter)

  it("say where they come from", () => assert.match(provenance, /https:\/\/|MQTT 3\.1\.1/))

  it.each(cases)("$name", (recording) => {
    const decoded = decoders[adapter].decode(messageOf(recording))
    if (recording.refused !== undefined) {
      assert.isTrue(
        Result.isFailure(decoded) &&
          decoded.failure.code === "PAYLOAD_DECODE_FAILED" &&
          decoded.failure.detail.includes(recording.refused)
      )
      return
    }
    const items = Result.getOrThrow(decoded)
    assert.lengthOf(items, recording.items!.length)
    items.forEach((item, i) => checkItem(item, recording.items![i]))
  })

  it("have configurations that can be saved", () => {
    const refused = cases.filter(
      ({ config }) =>
        config !== undefined &&
        Result.isFailure(Schema.decodeResult(SourceConfigInput)(config, { onExcessProperty: "error" }))
    )
    assert.deepStrictEqual(refused, [])
  })
})

/**
 * An adapter never throws; what it gives is an item, a part it could not read, or a refusal with words.
 * Returns how many were sane.
 */
const assertSurvives = (adapter: (typeof adapterKeys)[number], message: Message): number => {
  const decoded = decoders[adapter].decode(message)
  if (Result.isFailure(decoded)) {
    assert.strictEqual(decoded.failure.code, "PAYLOAD_DECODE_FAILED")
    assert.isNotEmpty(decoded.failure.detail)
    return 0
  }
  let sane = 0
  for (const item of decoded.success) {
    if (item instanceof UnreadablePart) {
      assert.isNotEmpty(item.detail)
      assert.isString(item.text)
      continue
    }
    const read = readItem(item)
    if (Result.isSuccess(read) && accept(read.success, RECEIVED_AT + 1e11, 300_000)._tag === "Report") sane++
  }
  return sane
}

describe.each(adapterKeys)("hostile payloads to %s", (adapter) => {
  const cases = adapter === "generic_http" ? recorded("generic_mqtt").cases : recorded(adapter).cases

  it("cut off anywhere are refused with words, or read as far as they go", () => {
    for (const recording of cases) {
      const text = bodyOf(recording),
        message = messageOf(recording)
      for (const body of cuts(text)) assertSurvives(adapter, { ...message, body })
      for (const query of cuts(message.query)) assertSurvives(adapter, { ...message, query })
    }
  })

  it("with any member of any other type are refused with words, or taken without it", () => {
    for (const recording of cases) {
      if (recording.body === undefined) continue
      for (const body of mutations(recording.body)) assertSurvives(adapter, { ...messageOf(recording), body })
    }
  })

  it("of the whole house of horrors leave Object.prototype as it was", () => {
    const horrors = [
      "",
      " ",
      "null",
      "[]",
      "{}",
      "0",
      '""',
      "[[[[[[]]]]]]",
      '{"__proto__":{"device":"a","polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"position":{"__proto__":{"polluted":1},"latitude":1,"attributes":{"__proto__":{"polluted":1},"constructor":1}}}',
      '{"deviceInfo":{"devEui":"a"},"rxInfo":[null,1,{"location":null}],"object":{"__proto__":{"polluted":1},"a":{"b":{"c":{"d":{"e":1}}}}}}',
      '{"end_device_ids":{"device_id":"a"},"uplink_message":{"rx_metadata":{},"locations":[null,1],"decoded_payload":[1,2]}}',
      `{"_type":"location","topic":"${"/".repeat(1000)}","tst":1,"lat":1,"lon":1}`,
      "id=a&lat=1&lat=2&__proto__=3&constructor=4",
      "&&&===%%%",
      "id=%00&lat=1&lon=1",
      "\u0000".repeat(100)
    ]
    for (const body of horrors)
      for (const contentType of ["application/json", "application/x-www-form-urlencoded"])
        for (const query of ["", "event=up", "event=__proto__", "event=constructor"]) {
          assertSurvives(adapter, {
            body,
            contentType,
            query,
            topic: "a/b/event/toString",
            retained: false,
            receivedAt: RECEIVED_AT,
            config: {}
          })
        }
    assert.isUndefined(({} as { polluted?: unknown }).polluted)
  })

  it("as recorded are sane to the last one that is an item", () => {
    // what the cases of another adapter are to this one, nobody has said
    const own = adapter === "generic_http" ? [] : cases
    const wanted = own.map(({ items, name, sane }) => [
      name,
      sane ?? (items ?? []).filter((item) => !Object.hasOwn(item as object, "unreadable")).length
    ])
    assert.deepStrictEqual(
      own.map((recording) => [recording.name, assertSurvives(adapter, messageOf(recording))]),
      wanted
    )
  })
})
