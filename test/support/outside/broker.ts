// A real MQTT broker that can be killed and started again. Its persistence outlives it, as the disk does that
// of brokers in the field.
import { Aedes } from "aedes"
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import * as mqtt from "mqtt"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net"
import { freePort } from "../machine.ts"
import { until } from "../until.ts"

export interface Broker {
  readonly url: string
  /** Ends every connection in the middle of whatever it is at, and with it what the broker had in memory. */
  readonly kill: Effect.Effect<void>
  readonly start: Effect.Effect<void>
  /** client ids that are connected */
  readonly clients: () => ReadonlyArray<string>
  /** Counts what the broker was acknowledged by this client since the test began. */
  readonly acknowledged: (clientId: string) => number
}

/** Who may come in, and what nobody may hear. */
export const USER = "ranger",
  PASSWORD = "correct horse",
  FORBIDDEN = "forbidden/#"

export const openBroker: Effect.Effect<Broker, never, Scope> = Effect.gen(function* () {
  const sockets = new Set<Socket>()
  const acks = new Map<string, number>()
  let aedes: Aedes | undefined,
    server: Server | undefined,
    port = 0
  const start = Effect.promise(async () => {
    const broker = new Aedes({
      concurrency: 1000,
      ...(aedes === undefined
        ? {}
        : // not in its types
          { persistence: (aedes as unknown as { readonly persistence: unknown }).persistence }),
      authenticate: (_, username, password, done) => {
        const known = username === undefined || (username === USER && password?.toString() === PASSWORD)
        done(known ? null : Object.assign(new Error("unknown"), { returnCode: 4 as never }), known)
      },
      authorizeSubscribe: (_, subscription, done) =>
        done(null, subscription.topic === FORBIDDEN ? null : subscription)
    })
    await broker.listen()
    broker.on("ack", (_, client) => acks.set(client.id, (acks.get(client.id) ?? 0) + 1))
    aedes = broker
    server = createServer((socket) => {
      sockets.add(socket)
      socket.on("close", () => sockets.delete(socket)).on("error", () => {})
      broker.handle(socket)
    }).listen(port, "127.0.0.1")
    await once(server, "listening")
    port = (server.address() as AddressInfo).port // it listens on TCP
  })
  const kill = Effect.promise(async () => {
    const closed = server!.listening ? once(server!, "close") : null
    server!.close()
    for (const socket of sockets) socket.resetAndDestroy()
    await closed
  })
  yield* Effect.acquireRelease(start, () =>
    Effect.andThen(
      kill,
      Effect.sync(() => aedes?.close())
    )
  )
  return {
    url: `mqtt://127.0.0.1:${port}`,
    kill,
    start,
    // not in its types
    clients: () => Object.keys((aedes as unknown as { readonly clients: object }).clients),
    acknowledged: (clientId) => acks.get(clientId) ?? 0
  }
})

const answers = (port: number) =>
  Effect.callback<boolean>((resume) => {
    const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed(true)))
    socket.on("error", () => resume(Effect.succeed(false))).on("connect", () => socket.end())
  })

/** Mosquitto with its defaults; null where this machine has none. */
export const openMosquitto: Effect.Effect<{ readonly url: string } | null, never, Scope> = Effect.gen(
  function* () {
    const port = yield* freePort
    let isThere = true
    yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn("mosquitto", ["-p", `${port}`], { stdio: "ignore" }).on("error", () => {
          isThere = false
        })
      ),
      (child) => Effect.sync(() => child.kill("SIGKILL"))
    )
    yield* until(answers(port), (yes) => yes || !isThere)
    return isThere ? { url: `mqtt://127.0.0.1:${port}` } : null
  }
)

/** Publishes at QoS 1 and goes on through every interruption until the broker has acknowledged all. */
export const openPublisher = (url: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const client = mqtt.connect(url, { clientId: "collars", clean: false, reconnectPeriod: 50 })
      client.on("error", () => {}) // it tries again
      return {
        publish: (topic: string, payload: string | Buffer, retain = false) =>
          Effect.promise(() => client.publishAsync(topic, payload, { qos: 1, retain })),
        client
      }
    }),
    ({ client }) => Effect.sync(() => void client.end(true))
  )
