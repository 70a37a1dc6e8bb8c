// Connections of devices that are slow, deaf, mute, many, or not welcome any more: what they may take is bounded, and
// they are told why the connection is closed.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import {
  type WebsocketBounds,
  WebsocketLimits,
  defaultWebsocketLimits
} from "../../../src/api/ingest/WebsocketLimits.ts"
import { bearer, fix, makeDoor, openConnection, statusOf } from "../../support/http/deviceConnection.ts"
import { serve } from "../../support/http/server.ts"
import { expectStatus } from "../../support/http/tracking.ts"
import { until } from "../../support/until.ts"

const small: WebsocketBounds = {
  ...defaultWebsocketLimits,
  connectionsPerSource: 2,
  unauthenticated: 2,
  partialBytesPerAddress: 150 * 1024,
  firstFrameTimeoutMs: 150,
  heartbeatMs: 100,
  recheckIntervalMs: 50,
  queuedFrames: 4,
  unreadBytes: 4096
}
const world = serve({ maxUnreadRows: 40 }).pipe(Layer.provide(Layer.succeed(WebsocketLimits, small)))

const over = (connection: { readonly ended: () => number | null }) =>
  until(Effect.sync(connection.ended), (code) => code !== null)
const toldMany = (connection: { readonly told: ReadonlyArray<unknown> }, n: number) =>
  until(
    Effect.sync(() => connection.told.length),
    (length) => length >= n
  )

/** A connection whose bytes are ours to say. */
const openRaw = (port: number, path: string, headers: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const socket = connect(port, "127.0.0.1")
      socket.on("error", () => {})
      await once(socket, "connect")
      socket.write([`GET ${path} HTTP/1.1`, "Host: 127.0.0.1", ...headers, "", ""].join("\r\n"))
      const [answer] = (await once(socket, "data")) as [Buffer]
      return { answer: answer.toString("latin1"), socket }
    }),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )

const upgrade = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="

/** The code of the close frame that a socket gets. */
const closeCode = (socket: Socket): Promise<number> =>
  new Promise((resume) => {
    let all = Buffer.alloc(0)
    socket.on("data", (bytes: Buffer) => {
      all = Buffer.concat([all, bytes])
      const at = all.indexOf(0x88)
      if (at >= 0 && all.length >= at + 4) resume(all.readUInt16BE(at + 2))
    })
  })

layer(world, { excludeTestServices: true, timeout: "60 seconds" })("a connection's limits", (it) => {
  it.effect("hold for who does not say who they are, says it too late, at length, or to a closed door", () =>
    Effect.gen(function* () {
      const { source, times, url } = yield* makeDoor
      const mute = yield* openConnection(url, [])
      yield* over(mute)
      mute.websocket.send(JSON.stringify({ token: source.token }))
      const long = yield* openConnection(url, [])
      long.websocket.send(JSON.stringify({ token: source.token, why: "x".repeat(5000) }))
      yield* over(long)
      assert.deepStrictEqual([mute.ended(), long.ended()], [4401, 4401])
      const [one, two] = [yield* openConnection(url, []), yield* openConnection(url, [])]
      // one that is too many takes the place of the oldest
      assert.strictEqual(yield* statusOf(url), 101)
      yield* over(one)
      assert.strictEqual(one.ended(), 1006)
      // who shows it at once is no stranger
      assert.strictEqual(yield* statusOf(url, bearer(source.token)), 101)
      yield* over(two)
      yield* expectStatus(200, "PATCH", `/data-sources/${source.id}`, { enabled: false })
      yield* until(statusOf(url, bearer(source.token)), (status) => status === 403)
      const shut = yield* openConnection(url, [])
      shut.websocket.send(source.token)
      yield* over(shut)
      assert.strictEqual(shut.ended(), 4403)
      assert.deepStrictEqual(yield* times, [])
    })
  )

  it.effect("keep no device out, however many strangers are silent on theirs", () =>
    Effect.gen(function* () {
      const { source, times, url } = yield* makeDoor
      for (let n = 0; n < 10; n++) yield* openConnection(url, [])
      const device = yield* openConnection(url, [])
      device.websocket.send(source.token)
      device.websocket.send(JSON.stringify(fix(1)))
      yield* toldMany(device, 2)
      assert.deepStrictEqual(yield* times, [1])
    })
  )

  it.effect(
    "hold for frames of which a part has come: of a stranger, and of all connections of an address",
    () =>
      Effect.gen(function* () {
        const { port, source, times, url } = yield* makeDoor
        const { pathname } = new URL(url)
        /** Nearly a mebibyte is announced, and so many bytes of it come. */
        const part = (bytes: number) => {
          const frame = Buffer.alloc(14 + bytes)
          frame.set([0x81, 0xff])
          frame.writeBigUInt64BE(1_000_000n, 2)
          return frame
        }
        const closed = (socket: Socket) =>
          Effect.promise(() => new Promise<void>((resume) => void socket.once("close", () => resume())))
        const stranger = yield* openRaw(port, pathname, [...upgrade, key])
        stranger.socket.write(part(9000))
        yield* closed(stranger.socket)
        const authorized = [...upgrade, key, `Authorization: Bearer ${source.token}`]
        const first = yield* openRaw(port, pathname, authorized)
        first.socket.write(part(100 * 1024))
        const second = yield* openRaw(port, pathname, authorized)
        second.socket.write(part(100 * 1024))
        yield* Effect.raceFirst(closed(first.socket), closed(second.socket))
        const device = yield* openConnection(url, [], bearer(source.token))
        device.websocket.send(JSON.stringify(fix(1)))
        yield* toldMany(device, 1)
        assert.deepStrictEqual(yield* times, [1])
      })
  )

  it.effect("count the connections of a source, and are free again when one ends", () =>
    Effect.gen(function* () {
      const { source, url } = yield* makeDoor
      const [one] = [
        yield* openConnection(url, [], bearer(source.token)),
        yield* openConnection(url, [], bearer(source.token))
      ]
      assert.strictEqual(yield* statusOf(url, bearer(source.token)), 503)
      const late = yield* openConnection(url, [])
      late.websocket.send(source.token)
      yield* over(late)
      assert.strictEqual(late.ended(), 1013)
      one.websocket.terminate()
      yield* until(statusOf(url, bearer(source.token)), (status) => status === 101)
    })
  )

  it.effect("are not used up by requests for no connection, and pages of other houses are refused", () =>
    Effect.gen(function* () {
      const { port, source, url } = yield* makeDoor
      const { pathname } = new URL(url)
      for (const headers of [
        upgrade,
        [...upgrade.slice(0, 2), key, "Sec-WebSocket-Version: 99"],
        [...upgrade, key, "Sec-WebSocket-Protocol: ,,"]
      ]) {
        const { answer, socket } = yield* openRaw(port, pathname, headers)
        assert.match(answer, /^HTTP\/1.1 400 /)
        if (!socket.closed) yield* Effect.promise(() => once(socket, "close"))
      }
      const from = (origin: string) => statusOf(url, { headers: { ...bearer(source.token).headers, origin } })
      assert.strictEqual(yield* from("https://evil.example"), 403)
      assert.strictEqual(yield* from("null"), 403)
      assert.strictEqual(yield* from(`http://127.0.0.1:${port}`), 101)
    })
  )

  it.effect("end a connection of whom nothing is heard, and wait for half a frame that grows", () =>
    Effect.gen(function* () {
      const { port, source, times, url } = yield* makeDoor
      const authorized = [...upgrade, key, `Authorization: Bearer ${source.token}`]
      const mute = yield* openRaw(port, new URL(url).pathname, authorized)
      assert.strictEqual(yield* Effect.promise(() => closeCode(mute.socket)), 4408)
      // no answer to a ping, but a byte of the frame; in two fragments, and not masked by much
      const slow = yield* openRaw(port, new URL(url).pathname, authorized)
      const text = Buffer.from(JSON.stringify(fix(1)))
      const fragment = (first: number, part: Buffer) =>
        Buffer.concat([Buffer.from([first, 0x80 | part.length, 0, 0, 0, 0]), part])
      const bytes = Buffer.concat([fragment(0x01, text.subarray(0, 20)), fragment(0x80, text.subarray(20))])
      let sent = 0
      slow.socket.on("data", () => {
        if (sent < 6) slow.socket.write(bytes.subarray(sent, ++sent))
        else if (sent === 6) slow.socket.write(bytes.subarray(sent++))
      })
      yield* until(times, (found) => found.length === 1)
      assert.isAbove(sent, 6)
    })
  )

  it.effect("stop a device that never reads what it is told, and lose nothing that it was told", () =>
    Effect.gen(function* () {
      const { source, times, url } = yield* makeDoor
      const FRAMES = 24
      const deaf = yield* openConnection(url, [], bearer(source.token))
      yield* openConnection(url, [], bearer(source.token))
      const { websocket, told } = deaf
      // its answers are half as long as it is: the way back is full after some of them
      const frame = (n: number) => JSON.stringify(Array.from({ length: 16_000 }, () => fix(n)))
      websocket.pause()
      for (let n = 0; n < FRAMES; n++) websocket.send(frame(n))
      // there is room for another connection when this one is over
      yield* until(statusOf(url, bearer(source.token)), (status) => status === 101)
      websocket.resume()
      yield* over(deaf)
      const stored = yield* times
      assert.isBelow(stored.length, FRAMES)
      assert.strictEqual(new Set(stored).size, stored.length)
      assert.includeMembers(
        [...stored],
        told.map(({ ack }) => ack - 1)
      )
    })
  )

  it.effect("end connections that nobody writes on when their token or their source is gone", () =>
    Effect.gen(function* () {
      const { source, url } = yield* makeDoor
      const rotated = yield* openConnection(url, [], bearer(source.token))
      const { token } = yield* expectStatus(200, "POST", `/data-sources/${source.id}/rotate-token`)
      // the token before opens for a day
      rotated.websocket.send(JSON.stringify(fix(1)))
      yield* toldMany(rotated, 1)
      assert.strictEqual(rotated.told[0].accepted, 1)
      const fresh = yield* openConnection(url, [], bearer(token))
      yield* expectStatus(200, "POST", `/data-sources/${source.id}/rotate-token`)
      yield* over(rotated)
      assert.strictEqual(rotated.ended(), 4401)
      assert.isNull(fresh.ended())
      yield* expectStatus(200, "PATCH", `/data-sources/${source.id}`, { enabled: false })
      yield* over(fresh)
      assert.strictEqual(fresh.ended(), 4403)
    })
  )

  it.effect("tell who sends without waiting to come again while the rules are too far behind", () =>
    Effect.gen(function* () {
      const { source, times, url } = yield* makeDoor
      const { websocket, told } = yield* openConnection(url, [], bearer(source.token))
      let n = 0
      // nobody reads the log here
      yield* until(
        Effect.sync(() => {
          for (let i = 0; i < 10; i++) websocket.send(JSON.stringify(fix(n++)))
          return told
        }),
        (answers) => answers.some(({ retry }) => retry !== undefined)
      )
      yield* toldMany({ told }, n)
      const again = told.find(({ retry }) => retry !== undefined)
      assert.deepStrictEqual(again, { retry: again.retry, after_seconds: 5, code: "backlog" })
      const taken = told.flatMap(({ ack }) => (ack === undefined ? [] : [ack - 1]))
      assert.deepStrictEqual([...(yield* times)], taken)
      assert.isBelow(taken.length, n)
    })
  )
})
