// Where the ground of maps comes from, and the file of tiles that lies beside the data.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { browserOf, makePerson } from "../../../support/http/people.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus } from "../../../support/http/tracking.ts"

const folder = mkdtempSync(join(tmpdir(), "pugmark-map-"))
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
const basemapFile = join(folder, "basemap.pmtiles")

/** A file with the head of PMTiles, a description, and as many bytes as count themselves. */
const tiles = (metadata: object, more = 1000) => {
  const packed = gzipSync(JSON.stringify(metadata))
  const head = new DataView(new ArrayBuffer(127))
  new Uint8Array(head.buffer).set(new TextEncoder().encode("PMTiles"))
  head.setUint8(7, 3)
  head.setBigUint64(24, 127n, true)
  head.setBigUint64(32, BigInt(packed.length), true)
  head.setUint8(97, 2)
  head.setUint8(100, 2)
  head.setUint8(101, 14)
  return Buffer.concat([
    Buffer.from(head.buffer),
    packed,
    Buffer.from(Array.from({ length: more }, (_, i) => i & 255))
  ])
}

const nothing = { styleUrl: null, tileUrl: null, attribution: null, hosts: [], basemapFile: null }
const get = expectStatus(200, "GET", "/map-settings")

layer(serve({ map: { ...nothing, basemapFile } }), { excludeTestServices: true, timeout: "60 seconds" })(
  "a map's ground",
  (it) => {
    it.effect("is paper until a file of tiles is laid there, and again when it is gone", () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const paper = { tier: "paper", url: null, attribution: null, min_zoom: 0, max_zoom: 22 }
        rmSync(basemapFile, { force: true })
        assert.deepStrictEqual(yield* get, paper)
        assert.strictEqual((yield* send("GET", "//basemap.pmtiles")).status, 404)
        writeFileSync(basemapFile, "PMTiles of another version, or half a file")
        assert.deepStrictEqual(yield* get, paper)
        const attribution = '<a href="https://osm.example.org">&copy; OpenStreetMap</a>  contributors'
        writeFileSync(basemapFile, tiles({ attribution }))
        assert.deepStrictEqual(yield* get, {
          tier: "pmtiles",
          url: "/basemap.pmtiles",
          attribution: "© OpenStreetMap contributors",
          min_zoom: 2,
          max_zoom: 14
        })
        writeFileSync(basemapFile, tiles({ attribution: 7 }))
        assert.deepInclude(yield* get, { tier: "pmtiles", attribution: null })
      })
    )

    it.effect("is read in pieces by those who are known, and by nobody else", () =>
      Effect.gen(function* () {
        const { send, url } = yield* TestServer
        const bytes = tiles({})
        writeFileSync(basemapFile, bytes)
        const read = (headers: Readonly<Record<string, string>>) =>
          Effect.promise(async () => {
            const sent = { authorization: `Bearer ${ADMIN_TOKEN}`, ...headers }
            const answer = await fetch(`${url}/basemap.pmtiles`, { headers: sent })
            return { answer, body: Buffer.from(await answer.arrayBuffer()) }
          })
        const whole = yield* read({})
        assert.deepStrictEqual([whole.answer.status, whole.body.equals(bytes)], [200, true])
        assert.strictEqual(whole.answer.headers.get("accept-ranges"), "bytes")
        assert.strictEqual(whole.answer.headers.get("content-type"), "application/vnd.pmtiles")
        const etag = whole.answer.headers.get("etag")!
        const piece = yield* read({ range: "bytes=200-299", "if-range": etag })
        assert.strictEqual(piece.answer.status, 206)
        assert.strictEqual(piece.answer.headers.get("content-range"), `bytes 200-299/${bytes.length}`)
        assert.isTrue(piece.body.equals(bytes.subarray(200, 300)))
        assert.strictEqual((yield* read({ range: "bytes=0-9", "if-range": '"other"' })).answer.status, 200)
        assert.strictEqual((yield* read({ "if-none-match": etag })).answer.status, 304)
        const beyond = yield* read({ range: `bytes=${bytes.length}-` })
        assert.strictEqual(beyond.answer.status, 416)
        assert.strictEqual(beyond.answer.headers.get("content-range"), `bytes */${bytes.length}`)
        assert.strictEqual((yield* send("HEAD", "//basemap.pmtiles")).status, 200)
        assert.strictEqual((yield* send("POST", "//basemap.pmtiles")).status, 405)
        const browser = yield* browserOf(yield* makePerson())
        assert.strictEqual((yield* browser("GET", "//basemap.pmtiles")).status, 200)
        for (const token of [null, "pug_x"])
          assert.strictEqual((yield* send("GET", "//basemap.pmtiles", { token })).status, 401)
        assert.strictEqual((yield* send("GET", "/map-settings", { token: null })).status, 401)
      })
    )
  }
)

const styleUrl = "https://tiles.example.org/style.json"
layer(serve({ map: { ...nothing, styleUrl, attribution: "© Somebody", basemapFile } }), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("a map's style", (it) => {
  it.effect("comes before everything else", () =>
    Effect.gen(function* () {
      writeFileSync(basemapFile, tiles({}))
      assert.deepStrictEqual(yield* get, {
        tier: "style",
        url: styleUrl,
        attribution: "© Somebody",
        min_zoom: 0,
        max_zoom: 22
      })
    })
  )
})

const tileUrl = "https://tiles.example.org/{z}/{x}/{y}.png"
layer(serve({ map: { ...nothing, tileUrl, basemapFile } }), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("a map's tiles", (it) => {
  it.effect("come before the file", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* get, {
        tier: "tiles",
        url: tileUrl,
        attribution: null,
        min_zoom: 0,
        max_zoom: 19
      })
    })
  )
})
