// The guide's program for a device that keeps a connection, as it stands there: the connection breaks, and everything
// is stored once; and the guide's websocket server is one that the API takes.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { fix, makeDoor } from "../support/http/deviceConnection.ts"
import { serve } from "../support/http/server.ts"
import { expectStatus } from "../support/http/tracking.ts"
import { blocksIn, guidePage } from "../support/guide.ts"

const page = guidePage("data-sources")
const FIXES = 40

/** A way to a port that breaks off the first connection after so many bytes of answers. */
const brittleWay = (port: number, after: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      let connections = 0
      const sockets = new Set<Socket>()
      const way = createServer((near) => {
        const isFirst = ++connections === 1,
          far = connect(port, "127.0.0.1")
        let bytes = 0
        for (const socket of [near, far]) {
          sockets.add(socket)
          socket.on("error", () => {})
        }
        near.pipe(far)
        far.on("data", (said: Buffer) => {
          bytes += said.length
          if (!isFirst || bytes < after) return void near.write(said)
          near.destroy()
          far.destroy()
        })
        far.on("close", () => near.destroy())
      })
      await new Promise<void>((resume) => void way.listen(0, "127.0.0.1", resume))
      return { port: (way.address() as AddressInfo).port, connections: () => connections, sockets, way }
    }),
    ({ sockets, way }) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        way.close()
      })
  )

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("websockets in the guide", (it) => {
  it.effect("a device's program loses nothing when its line is cut, and nothing is stored twice", () =>
    Effect.gen(function* () {
      const { port, source, times } = yield* makeDoor
      const way = yield* brittleWay(port, 1500)
      const [program] = blocksIn(page, "js")
      const device = spawn(process.execPath, ["--input-type=module", "--eval", program!], {
        env: { HOST: `ws://127.0.0.1:${way.port}`, SOURCE: source.id, TOKEN: source.token },
        stdio: ["pipe", "inherit", "pipe"]
      })
      let complaint = ""
      device.stderr.on("data", (said: Buffer) => {
        complaint += said.toString("utf8")
      })
      const numbers = Array.from({ length: FIXES }, (_, n) => n)
      for (const n of numbers) device.stdin.write(`${JSON.stringify(fix(n))}\n`)
      device.stdin.end()
      const [code] = (yield* Effect.promise(() => once(device, "exit"))) as [number | null]
      assert.deepStrictEqual([code, complaint], [0, ""])
      assert.strictEqual(way.connections(), 2)
      const stored = yield* times
      assert.deepStrictEqual(
        [...stored].sort((a, b) => a - b),
        numbers
      )
    })
  )

  it.effect("the server that a line is held to is one that may be asked for", () =>
    Effect.gen(function* () {
      const [wanted] = blocksIn(page, "json")
      const made = yield* expectStatus(201, "POST", "/data-sources", {
        ...(JSON.parse(wanted!) as object),
        enabled: false
      })
      assert.isTrue(made.password_set)
      assert.notProperty(made.config.websocket, "password")
    })
  )
})
