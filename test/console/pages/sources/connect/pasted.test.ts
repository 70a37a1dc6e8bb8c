// What the page that connects a source tells people to paste, against the service itself: a code is read back from its
// drawn modules, and each sender's own way of sending is gone with what was pasted.
import "../../../../support/words.ts"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import {
  type Door,
  type Pasted,
  pastedOf,
  traccarEntries
} from "../../../../../src/console/pages/sources/connect/pasted.ts"
import { personOf } from "../../../../../src/console/pages/sources/connect/person.ts"
import { qrPath } from "../../../../../src/console/pages/sources/connect/qrPath.ts"
import { sampleCurl } from "../../../../../src/console/pages/sources/connect/sampleCurl.ts"
import {
  type SenderKey,
  senderOf,
  SENDERS
} from "../../../../../src/console/pages/sources/connect/senders.ts"
import { serve, TestServer } from "../../../../support/http/server.ts"
import { scanned } from "../../../../support/scanned.ts"
import { expectStatus, fresh } from "../../../../support/http/tracking.ts"

const run = promisify(execFile)
const ERIK = personOf("Erik Holm")

/** What a camera reads of the code that is drawn for a text. */
const codeOf = ({ code }: Pasted): string => {
  const { d, size } = qrPath(code!.text)
  return scanned(d, size)
}

const opened = Effect.fnUntraced(function* (key: SenderKey) {
  const { url } = yield* TestServer
  const sender = senderOf(key)!
  const source = yield* expectStatus(201, "POST", "/data-sources", {
    name: fresh(key),
    adapter_key: sender.adapter,
    ...(sender.config === undefined ? {} : { config: sender.config })
  })
  const door: Door = { origin: url, sourceId: source.id, token: source.token }
  return { door, pasted: pastedOf(sender, door, ERIK)! }
})

const valueOf = ({ fields }: Pasted, label: string): string =>
  fields.find((field) => field.label === label)!.value

/** The devices that a source has heard of, by what they are called, with what each last report was read as. */
const heard = Effect.fnUntraced(function* (sourceId: string) {
  const { items } = yield* expectStatus(200, "GET", `/unknown-identities?data_source_id=${sourceId}`)
  const [identity] = items
  const reports = yield* expectStatus(
    200,
    "GET",
    `/unknown-identities/reports?identity_id=${identity?.id}&include=fields`
  )
  return {
    names: items.map((one: { readonly external_id: string }) => one.external_id),
    report: reports.items[0]
  }
})

const post = (address: string, headers: Readonly<Record<string, string>>, body: object) =>
  Effect.promise(() =>
    fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body)
    }).then(async (answer) => ({ status: answer.status, text: await answer.text() }))
  )

layer(serve(), { excludeTestServices: true })("what is pasted", (it) => {
  it.effect("OwnTracks: the scanned code sets up an app whose report arrives under the person's name", () =>
    Effect.gen(function* () {
      const { door, pasted } = yield* opened("owntracks")
      const text = codeOf(pasted)
      assert.match(text, /^owntracks:\/\/\/config\?inline=[\w%]+$/)
      const inline = new URL(text).searchParams.get("inline")!
      const config = JSON.parse(Buffer.from(inline, "base64").toString("utf8"))
      assert.deepStrictEqual(config, {
        _type: "configuration",
        mode: 3,
        url: valueOf(pasted, "URL"),
        auth: true,
        username: "erik-holm",
        password: door.token,
        deviceId: "phone",
        tid: "EH"
      })
      // as the app posts: Basic credentials, and the topic of user and device in the body
      const answer = yield* post(
        config.url,
        { authorization: `Basic ${btoa(`${config.username}:${config.password}`)}` },
        {
          _type: "location",
          topic: `owntracks/${config.username}/${config.deviceId}`,
          tid: config.tid,
          tst: Math.floor(Date.now() / 1000),
          lat: 61.60713,
          lon: 10.91884,
          acc: 14,
          batt: 78,
          conn: "m"
        }
      )
      assert.deepStrictEqual(answer, { status: 200, text: "[]" })
      const { names, report } = yield* heard(door.sourceId)
      assert.deepStrictEqual(names, ["erik-holm/phone"])
      assert.strictEqual(report.lat, 61.60713)
    })
  )

  it.effect("OsmAnd: the address works with its placeholders filled in, its speed in metres a second", () =>
    Effect.gen(function* () {
      const { door, pasted } = yield* opened("osmand")
      const address = codeOf(pasted)
      assert.strictEqual(address, valueOf(pasted, "Web address"))
      const values = ["61.6", "10.9", String(Date.now()), "1.2", "548", "2.5", "90"]
      const filled = address.replaceAll(/\{(\d)\}/g, (_, place: string) => values[Number(place)]!)
      const answer = yield* Effect.promise(() => fetch(filled))
      assert.strictEqual(answer.status, 200)
      const { names, report } = yield* heard(door.sourceId)
      assert.deepStrictEqual(names, ["erik-holm"])
      const speed = report.decoded.find((one: { readonly field: string }) => one.field === "speed_mps")
      assert.strictEqual(speed.value, 2.5)
    })
  )

  it.effect("Traccar Client: the code is its server address with its identifier", () =>
    Effect.gen(function* () {
      const { door, pasted } = yield* opened("traccar_client")
      const code = new URL(codeOf(pasted))
      // what the app takes from a code
      const server = `${code.origin}${code.pathname}`,
        id = code.searchParams.get("id")
      assert.strictEqual(server, valueOf(pasted, "Server URL"))
      assert.strictEqual(id, valueOf(pasted, "Device identifier"))
      const answer = yield* post(
        server,
        {},
        {
          device_id: id,
          location: {
            timestamp: new Date().toISOString(),
            coords: { latitude: 61.6, longitude: 10.9, accuracy: 5, speed: 1, heading: 90, altitude: 548 },
            is_moving: true,
            odometer: 100,
            event: "motionchange",
            battery: { level: 0.78, is_charging: false },
            activity: { type: "walking" }
          }
        }
      )
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual((yield* heard(door.sourceId)).names, ["erik-holm"])
    })
  )

  it.effect("Overland: the code sets up its receiver, and a batch is answered as it expects", () =>
    Effect.gen(function* () {
      const { door, pasted } = yield* opened("overland")
      const code = new URL(codeOf(pasted))
      assert.strictEqual(`${code.protocol}//${code.host}`, "overland://setup")
      const [url, token, device] = ["url", "token", "device_id"].map((name) => code.searchParams.get(name)!)
      assert.deepStrictEqual(
        [url, token, device],
        ["Receiver Endpoint URL", "Access Token", "Device ID"].map((label) => valueOf(pasted, label))
      )
      const location = {
        type: "Feature",
        geometry: { type: "Point", coordinates: [10.91884, 61.60713] },
        properties: { timestamp: new Date().toISOString(), device_id: device, speed: -1, battery_level: 0.78 }
      }
      const answer = yield* post(url!, { authorization: `Bearer ${token}` }, { locations: [location] })
      assert.deepStrictEqual(answer, { status: 200, text: '{"result":"ok"}' })
      const { names, report } = yield* heard(door.sourceId)
      assert.deepStrictEqual([names, report.lat], [["erik-holm"], 61.60713])
    })
  )

  it.effect("RockBLOCK, and whatever knows an address alone: the address opens the source", () =>
    Effect.gen(function* () {
      const { door, pasted } = yield* opened("rockblock")
      const form = new URLSearchParams({
        imei: "300234010753370",
        transmit_time: "26-05-01 12:00:00",
        iridium_latitude: "52.3867",
        iridium_longitude: "0.2938",
        iridium_cep: "8",
        data: "48656c6c6f"
      })
      const answer = yield* Effect.promise(() =>
        fetch(valueOf(pasted, "Address"), { method: "POST", body: form })
      )
      assert.strictEqual(answer.status, 200)
      const { names, report } = yield* heard(door.sourceId)
      assert.deepStrictEqual([names, report.lat], [["300234010753370"], 52.3867])
      const http = yield* opened("http")
      const sent = yield* post(
        valueOf(http.pasted, "Or the address alone, with the token"),
        {},
        JSON.parse(http.pasted.lines!)
      )
      assert.strictEqual(sent.status, 200)
    })
  )

  it.effect(
    "Traccar server, ChirpStack, The Things Stack, HTTP: the header that is pasted opens the address",
    () =>
      Effect.gen(function* () {
        for (const [key, address, name, value] of [
          ["chirpstack", "Event endpoint URL(s)", "Header: key", "Header: value"],
          ["tts", "Base URL", "Additional headers: key", "Additional headers: value"],
          ["http", "Address", "Header: key", "Header: value"]
        ] as const) {
          const { pasted } = yield* opened(key)
          const headers = { [valueOf(pasted, name)]: valueOf(pasted, value) }
          const lines = pasted.lines === undefined ? {} : (JSON.parse(pasted.lines) as object)
          assert.strictEqual((yield* post(valueOf(pasted, address), headers, lines)).status, 202, key)
        }
        const { door, pasted } = yield* opened("traccar")
        const entries = new Map(traccarEntries(door))
        for (const [key, value] of entries)
          assert.include(pasted.lines, `<entry key='${key}'>${value}</entry>`)
        const [name = "", value = ""] = entries.get("forward.header")!.split(": ")
        assert.strictEqual((yield* post(entries.get("forward.url")!, { [name]: value }, [])).status, 202)
      })
  )

  it.effect("one record as curl arrives, of each sender that has one", () =>
    Effect.gen(function* () {
      const tried: Array<string> = []
      for (const { key } of SENDERS) {
        const { door } = yield* opened(key)
        const command = sampleCurl(key, door, ERIK, Date.now())
        if (command === null) continue
        tried.push(key)
        yield* Effect.promise(() => run("sh", ["-c", command]))
        const { names, report } = yield* heard(door.sourceId)
        assert.strictEqual(names.length, 1, key)
        assert.deepStrictEqual([report.lat, report.lon], [0.5, 0.5], key)
      }
      assert.deepStrictEqual(tried, [
        "owntracks",
        "osmand",
        "traccar_client",
        "overland",
        "traccar",
        "chirpstack",
        "tts",
        "rockblock",
        "http"
      ])
    })
  )
})
