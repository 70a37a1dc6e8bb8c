// Listening to a real broker, over a real database: what is acknowledged is stored, and nothing is lost,
// whoever dies.
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Redacted, Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { listenLayer } from "../../src/roles/listen.ts"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import {
  type Broker,
  FORBIDDEN,
  openBroker,
  openMosquitto,
  openPublisher,
  PASSWORD,
  USER
} from "../support/outside/broker.ts"
import { openQueueingBroker } from "../support/outside/queueingBroker.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../support/http/server.ts"
import { locksOn } from "../support/sql/locks.ts"
import { MAIN, OF_THE_MACHINE } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { expectStatus, fresh, makeDevice, makeProject } from "../support/http/tracking.ts"
import { until } from "../support/until.ts"

const START = Date.UTC(2026, 4, 1)

/** A source that listens to the broker, and a device that it knows as `collar`. */
const makeListening = Effect.fnUntraced(function* (
  broker: Pick<Broker, "url">,
  mqtt: object = {},
  more: object = {}
) {
  const project = yield* makeProject(),
    topic = fresh("herd").replace(" ", "-")
  const source = yield* expectStatus(201, "POST", "/data-sources", {
    name: fresh("Broker"),
    adapter_key: "generic_mqtt",
    config: { mqtt: { url: broker.url, topics: [`${topic}/+`], ...mqtt }, ...more }
  })
  const device = yield* makeDevice({ external_id: "collar", data_source_id: source.id })
  yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, {
    project_id: project.id,
    valid_from: "2020-01-01T00:00:00Z"
  })
  const sql = yield* SqlClient.SqlClient
  yield* Effect.addFinalizer(() =>
    Effect.orDie(sql`update data_sources set enabled = false where id = ${source.id}::uuid`)
  ) // its broker ends with the test
  return {
    id: source.id as string,
    clientId: `pugmark-${source.id}`,
    device: device.id as string,
    topic: `${topic}/collar`
  }
})

const fix = (n: number) => JSON.stringify({ time: START + n * 1000, lat: 51 + n / 1e5, lon: 10 })

/** Publishes the fixes from `from` up to `to`, many at a time. */
const send = (
  publish: (topic: string, payload: string) => Effect.Effect<unknown>,
  topic: string,
  from: number,
  to: number,
  concurrency = 20
) =>
  Effect.forEach(
    Array.from({ length: to - from }, (_, n) => from + n),
    (n) => publish(topic, fix(n)),
    { concurrency, discard: true }
  )

const stored = (device: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{
        n: number
      }>`select count(distinct original_time)::int4 as n from positions where device_id = ${device}::uuid`,
      ([row]) => row!.n
    )
  ).pipe(Effect.orDie)

/**
 * What happens in the middle of storing what is published: some of it is on its way into the tables, and
 * cannot get there before the end.
 */
const whileStoring = <E, R, E2, R2>(
  publishing: Effect.Effect<unknown, E, R>,
  happens: Effect.Effect<unknown, E2, R2>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.orDie(
      sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`lock table positions in exclusive mode`
          yield* Effect.forkScoped(publishing)
          yield* until(locksOn("positions"), (locks) => locks.some((lock) => !lock.granted))
          yield* happens
        })
      )
    )
  })

const connectionOf = (id: string) =>
  Effect.map(expectStatus(200, "GET", `/data-sources/${id}`), ({ connection }) => connection)

/** A test does not wait for what takes seconds in the field. */
const quick = { roundMs: 50, pauseMs: 20 }

/** The listener of the role `work` in this process; `end` ends it as a crash would: at once, wherever it is. */
const startListening = Effect.gen(function* () {
  const url = yield* DatabaseUrl,
    scope = yield* Scope.make()
  yield* Layer.buildWithScope(
    listenLayer(
      {
        websocketAllowPrivate: false,
        maxFutureSeconds: 300,
        maxUnreadRows: 1_000_000,
        maxUnreadRowsPerProject: 1_000_000
      },
      quick
    ).pipe(Layer.provide(Layer.succeed(DatabaseUrl, url))),
    scope
  ).pipe(Effect.orDie)
  const end = Scope.close(scope, Exit.void)
  yield* Effect.addFinalizer(() => end)
  return { end }
})

const connected = (id: string) => until(connectionOf(id), (connection) => connection?.status === "connected")

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("listening", (it) => {
  it.effect("stores what comes by the topic's device, and acknowledges it", () =>
    Effect.gen(function* () {
      const broker = yield* openBroker,
        { publish } = yield* openPublisher(broker.url)
      const { clientId, device, id, topic } = yield* makeListening(broker, { status_topic: "pugmark/status" })
      yield* startListening
      yield* connected(id)
      yield* publish(topic, fix(1))
      yield* until(stored(device), (n) => n === 1)
      yield* until(
        Effect.sync(() => broker.acknowledged(clientId)),
        (n) => n === 1
      )
      const connection = yield* until(connectionOf(id), ({ messages }) => messages === 1)
      assert.deepInclude(connection, { status: "connected", error: null })
      assert.isNotNull(connection.last_message_at)
    })
  )

  it.effect("what cannot be read is refused for good with a trace, and does not hold up what follows", () =>
    Effect.gen(function* () {
      const broker = yield* openBroker,
        { publish } = yield* openPublisher(broker.url)
      const { clientId, device, id, topic } = yield* makeListening(broker)
      yield* startListening
      yield* connected(id)
      for (const poison of [
        "nonsense",
        '{"time":',
        Buffer.from([0xff, 0xfe, 0]),
        "[".repeat(100),
        '{"time":"never","lat":1,"lon":1}',
        '{"lat":91,"lon":0}',
        "\u0000"
      ])
        yield* publish(topic, poison)
      yield* publish(topic, fix(1))
      yield* until(stored(device), (n) => n === 1)
      yield* until(
        Effect.sync(() => broker.acknowledged(clientId)),
        (n) => n === 8
      )
      const sql = yield* SqlClient.SqlClient
      const traces = yield* sql<{
        code: string
      }>`select code from processing_traces where data_source_id = ${id}::uuid order by started_at, id`
      assert.deepStrictEqual(traces.map(({ code }) => code).sort(), [
        "PAYLOAD_DECODE_FAILED",
        "PAYLOAD_DECODE_FAILED",
        "PAYLOAD_DECODE_FAILED",
        "PAYLOAD_DECODE_FAILED",
        "PAYLOAD_DECODE_FAILED",
        "POSITION_OUT_OF_RANGE",
        "TIMESTAMP_INVALID"
      ])
    })
  )

  it.effect("nothing is acknowledged before it is stored", () =>
    Effect.gen(function* () {
      const broker = yield* openBroker,
        { publish } = yield* openPublisher(broker.url)
      const { clientId, device, id, topic } = yield* makeListening(broker)
      yield* startListening
      yield* connected(id)
      yield* whileStoring(
        send(publish, topic, 0, 10),
        Effect.sync(() => assert.strictEqual(broker.acknowledged(clientId), 0))
      )
      yield* until(stored(device), (n) => n === 10)
      yield* until(
        Effect.sync(() => broker.acknowledged(clientId)),
        (n) => n === 10
      )
    })
  )

  for (const [version, open] of [
    ["3.1.1", openBroker],
    ["5", openQueueingBroker()]
  ] as const) {
    it.effect(
      `MQTT ${version}: the broker killed and restarted mid-stream loses nothing at QoS 1`,
      () =>
        Effect.gen(function* () {
          const broker = yield* open,
            { publish } = yield* openPublisher(broker.url)
          const { device, id, topic } = yield* makeListening(broker)
          yield* startListening
          assert.strictEqual((yield* connected(id)).protocol, version)
          for (const from of [0, 200]) {
            yield* send(publish, topic, from, from + 100)
            yield* whileStoring(send(publish, topic, from + 100, from + 200), broker.kill)
            yield* broker.start
          }
          yield* until(stored(device), (n) => n === 400)
        }),
      60_000
    )

    it.effect(
      `MQTT ${version}: a listener that ends mid-stream is followed by one that hears the rest`,
      () =>
        Effect.gen(function* () {
          const broker = yield* open,
            { publish } = yield* openPublisher(broker.url)
          const { device, id, topic } = yield* makeListening(broker)
          const { end } = yield* startListening
          yield* connected(id)
          yield* send(publish, topic, 0, 50)
          yield* whileStoring(send(publish, topic, 50, 150), end)
          assert.isBelow(yield* stored(device), 150)
          yield* send(publish, topic, 150, 200) // while nobody listens
          yield* startListening
          yield* until(stored(device), (n) => n === 200)
        }),
      60_000
    )
  }

  it.effect("a burst of 3,000 at QoS 1 is stored whole, over a broker with mosquitto's defaults", () =>
    Effect.gen(function* () {
      const broker = (yield* openMosquitto) ?? (yield* openQueueingBroker()),
        { publish } = yield* openPublisher(broker.url)
      const { device, id, topic } = yield* makeListening(broker)
      yield* startListening
      assert.strictEqual((yield* connected(id)).protocol, "5")
      yield* send(publish, topic, 0, 3000, 3000)
      yield* until(stored(device), (n) => n === 3000)
    })
  )

  it.effect("over MQTT 3.1.1, where few may be under way, what waits shares a transaction", () =>
    Effect.gen(function* () {
      const broker = yield* openQueueingBroker({ speaks: [4] }),
        sql = yield* SqlClient.SqlClient
      const { device, id, topic } = yield* makeListening(broker)
      yield* startListening
      assert.strictEqual((yield* connected(id)).protocol, "3.1.1")
      broker.flood(Array.from({ length: 1000 }, (_, n) => ({ topic, payload: fix(n) })))
      yield* until(stored(device), (n) => n === 1000)
      const [row] = yield* sql<{
        n: number
      }>`select count(distinct xmin::text)::int4 as n from positions where device_id = ${device}::uuid`
      assert.isAtMost(row!.n, 500) // each for itself they would be 1,000
    })
  )

  it.effect(
    "messages without a time of their own keep their order and are all stored, however close they come",
    () =>
      Effect.gen(function* () {
        const broker = yield* openQueueingBroker()
        const { device, id, topic } = yield* makeListening(broker)
        yield* startListening
        yield* connected(id)
        broker.flood(
          Array.from({ length: 100 }, (_, n) => ({
            topic,
            payload: JSON.stringify({ lat: 51 + n / 1e5, lon: 10 })
          }))
        )
        yield* until(stored(device), (n) => n === 100)
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<{
          lat: number
        }>`select lat::float8 as lat from positions where device_id = ${device}::uuid order by original_time`
        assert.deepStrictEqual(
          rows.map(({ lat }) => lat),
          Array.from({ length: 100 }, (_, n) => 51 + n / 1e5)
        )
      })
  )

  it.effect(
    "a worker killed mid-stream is followed by one that hears the rest",
    () =>
      Effect.gen(function* () {
        const broker = yield* openBroker,
          { publish } = yield* openPublisher(broker.url),
          sql = yield* SqlClient.SqlClient
        const { device, id, topic } = yield* makeListening(broker)
        const directory = yield* temporaryDirectory,
          url = yield* DatabaseUrl
        const child = yield* Effect.acquireRelease(
          Effect.sync(() =>
            spawn(process.execPath, [MAIN, "work"], {
              cwd: directory,
              stdio: ["ignore", "ignore", "ignore"],
              env: {
                ...OF_THE_MACHINE,
                HOME: directory,
                DATA_DIR: directory,
                DATABASE_URL: Redacted.value(url),
                ADMIN_TOKEN,
                LOG_LEVEL: "error"
              }
            })
          ),
          (child) => Effect.sync(() => child.kill("SIGKILL"))
        )
        yield* connected(id)
        yield* send(publish, topic, 0, 50)
        yield* whileStoring(
          send(publish, topic, 50, 150),
          Effect.promise(async () => {
            const exited = once(child, "exit")
            child.kill("SIGKILL")
            await exited
          })
        )
        assert.isBelow(yield* stored(device), 150)
        yield* send(publish, topic, 150, 200)
        yield* sql`update data_source_connections set held_until = '-infinity'` // its lease runs out
        yield* startListening
        yield* until(stored(device), (n) => n === 200)
      }),
    90_000
  )

  it.effect("one worker at a time listens for a source", () =>
    Effect.gen(function* () {
      const broker = yield* openBroker,
        sql = yield* SqlClient.SqlClient
      const { clientId, id } = yield* makeListening(broker)
      yield* startListening
      yield* connected(id)
      yield* sql`update data_source_connections
        set held_by = 'somebody else', held_until = now() + interval '1 minute'
        where data_source_id = ${id}::uuid`
      yield* until(
        Effect.sync(() => broker.clients()),
        (clients) => !clients.includes(clientId)
      )
      yield* sql`update data_source_connections set held_until = '-infinity'
        where data_source_id = ${id}::uuid`
      yield* until(
        Effect.sync(() => broker.clients()),
        (clients) => clients.includes(clientId)
      )
    })
  )

  it.effect(
    "the password is told to the broker and to nobody else; a wrong one is shown in words, and corrected it works",
    () =>
      Effect.gen(function* () {
        const broker = yield* openBroker,
          { send } = yield* TestServer
        const mqtt = { url: broker.url, topics: ["a/+"], username: USER }
        const source = yield* expectStatus(201, "POST", "/data-sources", {
          name: fresh("Locked"),
          adapter_key: "generic_mqtt",
          config: { mqtt: { ...mqtt, password: "guess" } }
        })
        assert.deepStrictEqual([source.config.mqtt, source.password_set], [mqtt, true])
        yield* startListening
        const failed = yield* until(connectionOf(source.id), (connection) => connection?.status === "failed")
        assert.include(failed.error, "does not accept user name and password")
        const changed = yield* expectStatus(200, "PATCH", `/data-sources/${source.id}`, {
          config: { mqtt: { ...mqtt, password: PASSWORD } }
        })
        yield* connected(source.id)
        assert.notInclude(
          JSON.stringify([
            source,
            changed,
            (yield* send("GET", "/data-sources")).body,
            (yield* send("GET", "/audit")).body
          ]),
          PASSWORD
        )
        const kept = yield* expectStatus(200, "PATCH", `/data-sources/${source.id}`, {
          config: { mqtt: { ...mqtt, topics: ["b/+"] } }
        })
        assert.isTrue(kept.password_set)
        const elsewhere = yield* expectStatus(200, "PATCH", `/data-sources/${source.id}`, {
          config: { mqtt: { ...mqtt, url: "mqtt://elsewhere.example" } }
        })
        assert.isFalse(elsewhere.password_set) // what was told to one broker is not told to another
      })
  )

  it.effect("a topic that the broker refuses is named; a source switched off is left", () =>
    Effect.gen(function* () {
      const broker = yield* openBroker
      const { clientId, id } = yield* makeListening(broker, { topics: [FORBIDDEN] })
      yield* startListening
      const { error } = yield* until(connectionOf(id), (connection) => connection?.status === "failed")
      assert.include(error, `The broker refuses ${FORBIDDEN}.`)
      yield* expectStatus(200, "PATCH", `/data-sources/${id}`, {
        config: { mqtt: { url: broker.url, topics: ["fine/+"] } }
      })
      yield* connected(id)
      yield* expectStatus(200, "PATCH", `/data-sources/${id}`, { enabled: false })
      yield* until(
        Effect.sync(() => broker.clients()),
        (clients) => !clients.includes(clientId)
      )
    })
  )
})
