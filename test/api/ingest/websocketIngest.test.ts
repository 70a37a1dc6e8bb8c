// Devices that hold a connection: who may, what they are told when it is durable, and that nothing acknowledged is lost
// and nothing stored twice, whoever hangs up.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { connect } from "node:net"
import { bearer, fix, makeDoor, openConnection, statusOf } from "../../support/http/deviceConnection.ts"
import { serve, TestServer } from "../../support/http/server.ts"
import { expectStatus, makeSource } from "../../support/http/tracking.ts"
import { until } from "../../support/until.ts"

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })(
  "a connection that a device holds",
  (it) => {
    it.effect("takes the token in a header, beside the subprotocol, or in the first frame", () =>
      Effect.gen(function* () {
        const { source, times, url } = yield* makeDoor
        const header = yield* openConnection(url, [], bearer(source.token))
        header.websocket.send(JSON.stringify(fix(1)))
        const offered = yield* openConnection(url, ["pugmark.v1", `token.${source.token}`])
        assert.strictEqual(offered.websocket.protocol, "pugmark.v1")
        offered.websocket.send(JSON.stringify([fix(2), fix(3), { device: "collar" }]))
        const first = yield* openConnection(url, ["pugmark.v1"])
        // in one piece with what follows
        first.websocket.send(JSON.stringify({ token: source.token }))
        first.websocket.send(JSON.stringify(fix(4)))
        first.websocket.send(JSON.stringify(fix(4)))
        yield* until(
          Effect.sync(() => header.told.length >= 1 && offered.told.length >= 1 && first.told.length >= 3),
          (done) => done
        )
        assert.deepInclude(header.told[0], { ack: 1, accepted: 1 })
        assert.deepInclude(offered.told[0], { ack: 1, accepted: 2, rejected: 1 })
        assert.deepStrictEqual(first.told[0], { ready: true })
        assert.deepInclude(first.told[1], { ack: 1, accepted: 1 })
        assert.deepInclude(first.told[2], { ack: 2, accepted: 0, duplicates: 1 })
        assert.sameMembers([...(yield* times)], [1, 2, 3, 4])
      })
    )

    it.effect("is refused to whoever has no token of the source, and to a cookie", () =>
      Effect.gen(function* () {
        const { source, url } = yield* makeDoor
        const other = yield* makeSource()
        assert.strictEqual(yield* statusOf(url, bearer("src_nobody")), 401)
        assert.strictEqual(yield* statusOf(url, bearer(other.token)), 401)
        assert.strictEqual(yield* statusOf(`${url.slice(0, -36)}nothing`, bearer(source.token)), 404)
        assert.strictEqual(
          yield* statusOf(url, { headers: { ...bearer(source.token).headers, host: "evil.example" } }),
          421
        )
        const cookie = yield* openConnection(url, [], { headers: { cookie: `pugmark=${source.token}` } })
        cookie.websocket.send(JSON.stringify(fix(1)))
        yield* until(Effect.sync(cookie.ended), (code) => code !== null)
        assert.strictEqual(cookie.ended(), 4401)
        const { send } = yield* TestServer
        const plain = yield* send("GET", `/ingest/ws/${source.id}`)
        assert.deepStrictEqual([plain.status, plain.headers.get("upgrade")], [426, "websocket"])
        // switched off while it is held
        const held = yield* openConnection(url, [], bearer(source.token))
        yield* expectStatus(200, "PATCH", `/data-sources/${source.id}`, { enabled: false })
        held.websocket.send(JSON.stringify(fix(2)))
        yield* until(Effect.sync(held.ended), (code) => code !== null)
        assert.strictEqual(held.ended(), 4403)
        // the copy in memory is a second old
        yield* until(statusOf(url, bearer(source.token)), (status) => status === 403)
      })
    )

    it.effect("says of a frame that is no message why, and goes on", () =>
      Effect.gen(function* () {
        const { source, times, url } = yield* makeDoor
        const { websocket, told } = yield* openConnection(url, [], bearer(source.token))
        websocket.send("{")
        websocket.send(Buffer.from([0xff, 0xfe]), { binary: false })
        websocket.send("[".repeat(100))
        websocket.send(JSON.stringify(fix(1)))
        yield* until(
          Effect.sync(() => told.length),
          (n) => n >= 4
        )
        assert.deepStrictEqual(
          told.map((one) => [one.ack, one.error?.code]),
          [
            [1, "PAYLOAD_DECODE_FAILED"],
            [2, "NOT_UTF8"],
            [3, "TOO_DEEP"],
            [4, undefined]
          ]
        )
        assert.deepStrictEqual(yield* times, [1])
      })
    )

    it.effect("answers pings while the answers are read, and no flood of them", () =>
      Effect.gen(function* () {
        const { source, times, url } = yield* makeDoor
        const { websocket, told } = yield* openConnection(url, [], bearer(source.token))
        const PINGS = 100_000
        let pongs = 0
        websocket.on("pong", () => pongs++)
        websocket.ping("here")
        yield* until(
          Effect.sync(() => pongs),
          (n) => n === 1
        )
        websocket.pause()
        const flood = Buffer.alloc(125)
        for (let n = 0; n < PINGS; n++) websocket.ping(flood)
        websocket.send(JSON.stringify(fix(1)))
        // the service reads all of it, and keeps no answer for a client that reads none
        yield* until(
          Effect.sync(() => websocket.bufferedAmount),
          (bytes) => bytes === 0
        )
        websocket.resume()
        yield* until(
          Effect.sync(() => told.length),
          (n) => n === 1
        )
        assert.isBelow(pongs, PINGS)
        assert.deepStrictEqual(yield* times, [1])
      })
    )

    it.effect("loses nothing that was acknowledged, and stores nothing twice, whoever hangs up", () =>
      Effect.gen(function* () {
        const { source, times, url } = yield* makeDoor
        const acknowledged = new Set<number>()
        const FRAMES = 120
        // sends everything that is not acknowledged yet, and breaks off in the middle, four times
        for (const patience of [5, 20, 50, Infinity]) {
          const { websocket, told } = yield* openConnection(url, [], bearer(source.token))
          const sent = Array.from({ length: FRAMES }, (_, n) => n).filter((n) => !acknowledged.has(n))
          for (const n of sent) websocket.send(JSON.stringify(fix(n)))
          yield* until(
            Effect.sync(() => told.length),
            (n) => n >= Math.min(patience, sent.length)
          )
          websocket.terminate()
          for (const { ack } of told) acknowledged.add(sent[ack - 1]!)
        }
        assert.strictEqual(acknowledged.size, FRAMES)
        const stored = yield* times
        assert.lengthOf(stored, FRAMES)
        assert.strictEqual(new Set(stored).size, FRAMES)
      })
    )

    it.effect(
      "ends with half a frame, with one that is none and with one that is too large, and stands",
      () =>
        Effect.gen(function* () {
          const { source, times, url } = yield* makeDoor
          const { port } = yield* TestServer
          const raw = (bytes: Buffer) =>
            Effect.callback<void>((resume) => {
              const socket = connect(port, "127.0.0.1", () =>
                socket.write(
                  `GET ${new URL(url).pathname} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n` +
                    `Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n` +
                    `Sec-WebSocket-Version: 13\r\nAuthorization: Bearer ${source.token}\r\n\r\n`
                )
              )
              socket.once("data", () => {
                socket.write(bytes)
                socket.end()
              })
              socket.on("close", () => resume(Effect.void))
              socket.on("error", () => resume(Effect.void))
            })
          yield* raw(Buffer.from([0x81, 0xfe, 0x01])) // the beginning of a length
          yield* raw(Buffer.from([0x81, 0x05, 0x48, 0x65])) // not masked
          yield* raw(Buffer.from([0xf1, 0x80, 0, 0, 0, 0])) // bits that mean nothing
          const large = yield* openConnection(url, [], bearer(source.token))
          large.websocket.send("x".repeat(1024 * 1024 + 1))
          yield* until(Effect.sync(large.ended), (code) => code !== null)
          assert.strictEqual(large.ended(), 1009)
          const { websocket, told } = yield* openConnection(url, [], bearer(source.token))
          websocket.send(JSON.stringify(fix(1)))
          yield* until(
            Effect.sync(() => told.length),
            (n) => n === 1
          )
          assert.deepStrictEqual(yield* times, [1])
        })
    )
  }
)
