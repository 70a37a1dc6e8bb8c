// Where a webhook can lead: to public addresses, checked on the connection itself, and nowhere else.
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import { type AddressInfo, createServer, type LookupFunction } from "node:net"
import * as tls from "node:tls"
import type { Agent } from "undici"
import { publicAgent } from "../../src/delivery/channels/publicAgent.ts"
import { post } from "../../src/delivery/channels/post.ts"
import { reservedNetworks } from "../../src/domain/automation/reservedNetworks.ts"
import { badInputs } from "../support/http/badInputs.ts"
import { certificate, certificateKey } from "../support/outside/certificate.ts"
import { openReceiver } from "../support/outside/receiver.ts"

/** A name service that says what a test wants: the addresses of a name, in turn. */
const names = (zone: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>>): LookupFunction => {
  const asked = new Map<string, number>()
  return (hostname, options, callback) => {
    const turn = asked.get(hostname) ?? 0
    asked.set(hostname, turn + 1)
    const found = (zone[hostname] ?? [])[Math.min(turn, (zone[hostname]?.length ?? 1) - 1)]
    if (found === undefined) return callback(Object.assign(new Error("unknown"), { code: "ENOTFOUND" }), "")
    const answer = found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
    if (options.all === true) callback(null, answer)
    else callback(null, answer[0]!.address, answer[0]!.family)
  }
}

const opened = (agent: Agent) =>
  Effect.acquireRelease(Effect.succeed(agent), () => Effect.promise(() => agent.destroy()))

const codeOf = (agent: Agent, url: string) =>
  post(agent, { url, headers: {}, body: "{}", timeoutMs: 2000 }).pipe(
    Effect.map((answer) => String(answer.status)),
    Effect.catch(({ code }) => Effect.succeed(code))
  )

const addresses = badInputs("webhook_url").filter(({ input }) => /^http:\/\/\S+$/.test(String(input)))

it.effect.each(addresses.map((line) => [line.name, String(line.input), line.expect.outcome] as const))(
  "%s: %s is %s",
  ([name, url]) =>
    Effect.scoped(
      Effect.gen(function* () {
        const agent = yield* opened(
          publicAgent(names({ "localhost.": [["127.0.0.1", "::1"]], "internal.test": [["10.0.0.5"]] }))
        )
        assert.strictEqual(yield* codeOf(agent, url), "ERR_IP_BLOCKED", name)
      })
    )
)

const dns = badInputs("webhook_url").find(({ name }) => name === "dns to private")!

it.effect(
  `${dns.name}: ${dns.expect.outcome}, over http and https, also when one of several addresses is private, or the name changes its mind`,
  () =>
    Effect.scoped(
      Effect.gen(function* () {
        const receiver = yield* openReceiver()
        const agent = yield* opened(
          publicAgent(
            names({
              "internal.test": [["10.0.0.5"]],
              "two.test": [["10.0.0.5", "fd00::5"]],
              "mapped.test": [["::ffff:127.0.0.1"]],
              "rebinding.test": [["192.0.2.1"], ["127.0.0.1"]]
            })
          )
        )
        for (const host of ["internal.test", "two.test", "mapped.test", "rebinding.test", "rebinding.test"]) {
          for (const protocol of ["http", "https"])
            assert.strictEqual(
              yield* codeOf(agent, `${protocol}://${host}:${receiver.port}/`),
              "ERR_IP_BLOCKED",
              `${protocol} ${host}`
            )
        }
        assert.lengthOf(receiver.requests, 0)
      })
    )
)

it.effect("over https nothing private is even connected to", () =>
  Effect.scoped(
    Effect.gen(function* () {
      let connections = 0
      const listener = createServer((socket) => {
        connections++
        socket.destroy()
      }).listen(0, "127.0.0.1")
      yield* Effect.addFinalizer(() => Effect.sync(() => listener.close()))
      yield* Effect.promise(() => once(listener, "listening"))
      const { port } = listener.address() as AddressInfo // it listens on TCP
      const agent = yield* opened(publicAgent(names({ "hooks.example.org": [["127.0.0.1"]] })))
      for (const host of ["127.0.0.1", "[::ffff:127.0.0.1]", "hooks.example.org", "2130706433"]) {
        assert.strictEqual(yield* codeOf(agent, `https://${host}:${port}/`), "ERR_IP_BLOCKED", host)
      }
      assert.strictEqual(connections, 0)
    })
  )
)

it.effect("a receiver that speaks TLS is reached under its own name only", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const before = tls.getCACertificates("default")
      yield* Effect.acquireRelease(
        Effect.sync(() => tls.setDefaultCACertificates([...before, certificate])),
        () => Effect.sync(() => tls.setDefaultCACertificates(before))
      )
      const receiver = yield* openReceiver(undefined, { cert: certificate, key: certificateKey })
      // this machine stands in for the public internet
      const networks = reservedNetworks.filter(({ address }) => address !== "127.0.0.0")
      const agent = yield* opened(
        publicAgent(
          names({ "hooks.example.org": [["10.0.0.5", "127.0.0.1"]], "other.example.org": [["127.0.0.1"]] }),
          networks
        )
      )
      assert.strictEqual(yield* codeOf(agent, `https://hooks.example.org:${receiver.port}/x`), "204")
      assert.strictEqual(receiver.requests[0]!.headers.host, `hooks.example.org:${receiver.port}`)
      assert.strictEqual(
        yield* codeOf(agent, `https://other.example.org:${receiver.port}/x`),
        "ERR_TLS_CERT_ALTNAME_INVALID"
      )
      assert.lengthOf(receiver.requests, 1)
    })
  )
)

it.effect("a name that nobody knows is said to be unknown", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const agent = yield* opened(publicAgent(names({})))
      assert.strictEqual(yield* codeOf(agent, "http://nowhere.test/"), "ENOTFOUND")
    })
  )
)
