// `POST /data-sources/{id}/test` against little servers that are set up wrongly in the ways operators meet:
// each is told in words, with what to do about it (specification 7.5).
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Scope } from "effect/Scope"
import { once } from "node:events"
import { createServer as createPlain, type ServerResponse } from "node:http"
import { createSecureServer, createServer as createHttp2, type ServerHttp2Stream } from "node:http2"
import { type AddressInfo, createServer as createTcp, type Server } from "node:net"
import { AllowPrivateServers } from "../../../../src/listeners/ports.ts"
import { FORBIDDEN, openBroker, PASSWORD, USER } from "../../../support/outside/broker.ts"
import { certificate, certificateKey } from "../../../support/outside/certificate.ts"
import { openQueueingBroker } from "../../../support/outside/queueingBroker.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { freePort } from "../../../support/machine.ts"
import { expectStatus, fresh, makeSource } from "../../../support/http/tracking.ts"

/** Listens until the scope closes; its address without the scheme. */
const open = (server: Server): Effect.Effect<string, never, Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      await once(server.listen(0, "127.0.0.1"), "listening")
      return `127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
    }),
    () => Effect.sync(() => void server.close())
  )

/** A proxy that knows HTTP/1.1 alone and answers every call so. */
const proxy = (answer: (response: ServerResponse) => void) =>
  open(
    createPlain((request, response) => {
      request.resume()
      answer(response)
    })
  )

/** A proxy, or a network server, that speaks HTTP/2 without TLS. */
const http2 = (answer: (stream: ServerHttp2Stream) => void) => open(createHttp2().on("stream", answer))

const test = Effect.fnUntraced(function* (adapter_key: string, config: object, more: object = {}) {
  const source = yield* makeSource({ adapter_key, config, ...more })
  return yield* expectStatus(200, "POST", `/data-sources/${source.id}/test`)
})

/** What the test of a network server found. */
const serverCheck = (address: string, adapter = "chirpstack") =>
  Effect.map(test(adapter, { server_url: address }), ({ checks, ok }) => {
    const check = checks.find((c: { readonly name: string }) => c.name === "network_server")
    assert.strictEqual(ok, check.ok)
    return check as {
      readonly ok: boolean
      readonly code: string
      readonly detail: string
      readonly remedy: string | null
    }
  })

/** The servers of these tests are on this machine. */
const world = serve().pipe(Layer.provide(Layer.succeed(AllowPrivateServers, true)))

layer(world, { excludeTestServices: true, timeout: "60 seconds" })("the test of a data source", (it) => {
  it.effect(
    "HTTP 400 instead of gRPC: the proxy passes the call as plain HTTP/1.1, its location is in another " +
      "server block, or it was not reloaded",
    () =>
      Effect.gen(function* () {
        const address = yield* proxy((response) => response.writeHead(400).end("Bad Request"))
        const { code, detail, ok, remedy } = yield* serverCheck(`http://${address}`)
        assert.deepStrictEqual([ok, code], [false, "HTTP_400_NOT_GRPC"])
        for (const cause of ["HTTP/1.1", "different server block", "not reloaded"])
          assert.include(detail, cause)
        assert.include(remedy, "grpc_pass")
      })
  )

  it.effect("a 403 means that the location works, and that its allow list lacks this server's address", () =>
    Effect.gen(function* () {
      const one = yield* proxy((response) => response.writeHead(403).end()),
        two = yield* http2((stream) => stream.respond({ ":status": 403 }, { endStream: true }))
      for (const address of [one, two]) {
        const { code, detail, remedy } = yield* serverCheck(`http://${address}`)
        assert.strictEqual(code, "HTTP_403_ALLOW_LIST")
        assert.include(detail, "allow list")
        assert.include(remedy, "allow list")
      }
    })
  )

  it.effect("any answer of gRPC is a network server, one that asks for an API key too", () =>
    Effect.gen(function* () {
      const called: Array<string> = []
      const address = yield* open(
        createHttp2().on("stream", (stream: ServerHttp2Stream, headers) => {
          called.push(`${headers[":path"]} ${headers["content-type"]}`)
          stream.respond(
            {
              ":status": 200,
              "content-type": "application/grpc",
              "grpc-status": "16",
              "grpc-message": "unauthenticated"
            },
            { endStream: true }
          )
        })
      )
      for (const adapter of ["chirpstack", "tts"])
        assert.deepInclude(yield* serverCheck(`http://${address}`, adapter), {
          ok: true,
          code: "GRPC",
          remedy: null
        })
      assert.deepStrictEqual(called, [
        "/api.InternalService/Profile application/grpc",
        "/ttn.lorawan.v3.EntityAccess/AuthInfo application/grpc"
      ])
    })
  )

  it.effect("whatever else a proxy says is told apart", () =>
    Effect.gen(function* () {
      for (const [status, code] of [
        [401, "HTTP_401"],
        [404, "HTTP_404"],
        [502, "HTTP_502"],
        [503, "HTTP_503"],
        [301, "HTTP_REDIRECT"],
        [200, "NOT_GRPC"],
        [500, "NOT_GRPC"]
      ] as const) {
        const check = yield* serverCheck(
          `http://${yield* proxy((response) =>
            response.writeHead(status, { location: "https://elsewhere.example/" }).end()
          )}`
        )
        assert.deepInclude(check, { ok: false, code })
        assert.isNotEmpty(check.remedy)
      }
    })
  )

  it.effect("so is everything that is no answer", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* serverCheck(`http://127.0.0.1:${yield* freePort}`)).code, "ECONNREFUSED")
      assert.strictEqual(
        (yield* serverCheck("http://nobody.invalid")).code.replace("EAI_AGAIN", "ENOTFOUND"),
        "ENOTFOUND"
      )
      const hangingUp = yield* open(createTcp((socket) => socket.destroy()))
      assert.strictEqual((yield* serverCheck(`http://${hangingUp}`)).code, "ECONNRESET")
      const plain = yield* proxy((response) => response.end())
      assert.include(
        ["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER"],
        (yield* serverCheck(`https://${plain}`)).code
      )
      const secure = yield* open(createSecureServer({ cert: certificate, key: certificateKey }))
      const check = yield* serverCheck(`https://${secure}`)
      assert.strictEqual(check.code, "DEPTH_ZERO_SELF_SIGNED_CERT")
      assert.include(check.remedy, "NODE_EXTRA_CA_CERTS")
    })
  )

  it.effect(
    "of a broker says who lets us in and which topics it gives us, and leaves the listener's session alone",
    () =>
      Effect.gen(function* () {
        const broker = yield* openBroker
        const mqtt = { url: broker.url, topics: ["herd/+"] }
        const codes = (config: object) =>
          Effect.map(test("generic_mqtt", { mqtt: config }), ({ checks }) =>
            checks.map((c: { readonly name: string; readonly code: string }) => `${c.name} ${c.code}`)
          )
        assert.deepStrictEqual(yield* codes(mqtt), [
          "broker CONNECTED",
          "topics SUBSCRIBED",
          "queue QUEUE_LIMIT"
        ])
        assert.deepStrictEqual(yield* codes({ ...mqtt, username: USER, password: PASSWORD }), [
          "broker CONNECTED",
          "topics SUBSCRIBED",
          "queue QUEUE_LIMIT"
        ])
        assert.deepStrictEqual(yield* codes({ ...mqtt, username: USER, password: "guess" }), [
          "broker CONNACK_4"
        ])
        assert.deepStrictEqual(yield* codes({ ...mqtt, topics: [FORBIDDEN, "fine"] }), [
          "broker CONNECTED",
          "topics SUBSCRIPTION_REFUSED"
        ])
        assert.deepStrictEqual(yield* codes({ ...mqtt, url: `mqtt://127.0.0.1:${yield* freePort}` }), [
          "broker ECONNREFUSED"
        ])
        const web = yield* proxy((response) => response.end())
        assert.deepInclude((yield* codes({ ...mqtt, url: `mqtt://${web}` }))[0], "broker ")
        assert.deepStrictEqual(
          broker.clients().filter((id) => !id.endsWith("-test")),
          []
        )
      })
  )

  it.effect("warns of the broker's queue limit, by the version of MQTT that the broker speaks", () =>
    Effect.gen(function* () {
      for (const [speaks, version, code, limit] of [
        [[4], "3.1.1", "QUEUE_LIMIT", "mosquitto: 20"],
        [[4, 5], "5", "QUEUE_WHILE_AWAY", "while Pugmark listens"]
      ] as const) {
        const broker = yield* openQueueingBroker({ speaks })
        const {
          checks: [welcome, , queue],
          ok
        } = yield* test("generic_mqtt", { mqtt: { url: broker.url, topics: ["herd/+"] } })
        assert.include(welcome.detail, `MQTT ${version}`)
        assert.deepInclude({ ok, ...queue }, { ok: true, name: "queue", code })
        assert.include(queue.detail, limit)
        assert.include(queue.detail, "1,000")
        assert.include(queue.remedy, "max_queued_messages 0")
      }
    })
  )

  it.effect("of one that is only pushed to says where senders go, and whether it is switched off", () =>
    Effect.gen(function* () {
      const {
        checks: [door],
        ok
      } = yield* test("owntracks", {})
      assert.isTrue(ok)
      assert.match(door.detail, /\/api\/v1\/ingest\/http\/[\da-f-]{36} with the token/)
      assert.match(
        (yield* test("osmand", {})).checks[0].detail,
        /\/api\/v1\/ingest\/osmand\/[\da-f-]{36}\/TOKEN/
      )
      const shut = yield* test("traccar", {}, { enabled: false })
      assert.deepInclude(shut, { ok: false })
      assert.deepInclude(shut.checks[0], { code: "DISABLED", remedy: "Open the source." })
    })
  )

  it.effect(
    "tries a configuration before it is saved, with the stored password at the same address alone",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const broker = yield* openBroker
        const mqtt = { url: broker.url, topics: ["a"], username: USER }
        const source = yield* makeSource({
          adapter_key: "generic_mqtt",
          config: { mqtt: { ...mqtt, password: PASSWORD } }
        })
        const path = `/data-sources/${source.id}`
        const found = (config: object) =>
          Effect.map(send("POST", `${path}/test`, { body: { config } }), ({ body }) => {
            assert.notInclude(JSON.stringify(body), PASSWORD)
            return body.ok as boolean
          })
        const before = (yield* send("GET", path)).body
        assert.isTrue(yield* found({ mqtt }))
        assert.isFalse(yield* found({ mqtt: { ...mqtt, username: "a stranger" } }))
        assert.isFalse(yield* found({ mqtt: { ...mqtt, password: "another" } }))
        const elsewhere = broker.url.replace("127.0.0.1", "localhost")
        assert.isFalse(yield* found({ mqtt: { ...mqtt, url: elsewhere } }))
        assert.isTrue(yield* found({ mqtt: { ...mqtt, url: elsewhere, password: PASSWORD } }))
        assert.deepStrictEqual((yield* send("GET", path)).body.config, before.config)
        const invalid = yield* send("POST", `${path}/test`, {
          body: { config: { mqtt: { url: "ftp://x" } } }
        })
        assert.strictEqual(invalid.status, 422)
      })
  )

  it.effect("is for server admins, and never tells the password", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const broker = yield* openBroker
      const source = yield* makeSource({
        adapter_key: "generic_mqtt",
        name: fresh("Locked"),
        config: { mqtt: { url: broker.url, topics: ["a"], username: USER, password: PASSWORD } }
      })
      const { body } = yield* send("POST", `/data-sources/${source.id}/test`)
      assert.isTrue(body.ok)
      assert.notInclude(JSON.stringify(body), PASSWORD)
      assert.strictEqual(
        (yield* send("POST", `/data-sources/${source.id}/test`, { token: null })).status,
        401
      )
    })
  )
})
