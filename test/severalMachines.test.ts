// The guide page on several machines: its unit is that of one machine, its settings exist, and its file for nginx says
// what the product needs of a proxy. Where nginx is installed it runs with that file, in front of two servers.
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { request as requestOf } from "node:https"
import { join } from "node:path"
import { readSettings } from "../src/config/readSettings.ts"
import { healthCodes } from "../src/domain/system/SystemHealth.ts"
import { ingestLimits } from "../src/domain/intake/ingestLimits.ts"
import { bearer, fix, makeDoor, openConnection } from "./support/http/deviceConnection.ts"
import { behindProxy } from "./support/http/oauth.ts"
import { ADMIN_TOKEN } from "./support/http/server.ts"
import { makeProject } from "./support/http/tracking.ts"
import { serveTwice, TwoServers } from "./support/http/twoServers.ts"
import { blocksIn, guidePage } from "./support/guide.ts"
import { freePort, temporaryDirectory } from "./support/machine.ts"
import { type Directive, named, parseNginx } from "./support/nginx.ts"
import { localCertificate, localCertificateKey } from "./support/outside/certificate.ts"
import { until } from "./support/until.ts"

const page = guidePage("several-machines")
const [file = ""] = blocksIn(page, "nginx")
const hasNginx = spawnSync("nginx", ["-v"]).status === 0

const megabytes = (text: string | undefined): number =>
  Number(/^(\d+)m$/.exec(text ?? "")?.[1] ?? Number.NaN) * 1024 * 1024

const only = (directives: ReadonlyArray<Directive>): Directive => {
  assert.lengthOf(directives, 1)
  return directives[0]!
}

describe("the page on several machines", () => {
  it("has the unit of one machine, but for the role in its name", () => {
    const [own = ""] = blocksIn(page, "ini"),
      alone = blocksIn(guidePage("operations"), "ini").find((block) => block.includes("[Service]")) ?? ""
    const linesOf = (unit: string) =>
      unit
        .split("\n")
        .filter((line) => !/^(#|Description=|Environment|ExecStart=|StateDirectory=)/.test(line))
    assert.deepStrictEqual(linesOf(own), linesOf(alone))
    assert.include(
      own,
      "ExecStart=/opt/pugmark/node_modules/.bin/node --max-semi-space-size=64 src/main.ts %i\n"
    )
    assert.include(own, "Environment=DATA_DIR=/var/lib/pugmark-data/%i")
    assert.include(own, "StateDirectory=pugmark-data/%i\n")
  })

  it.effect("names settings that exist, and values that the program takes", () =>
    Effect.gen(function* () {
      const settings = guidePage("settings")
      const codes: ReadonlyArray<string> = healthCodes
      const named = new Set(
        [...page.matchAll(/\b[A-Z]{3,}(?:_[A-Z]+)+\b/g)].flatMap(([name]) =>
          codes.includes(name) ? [] : [name]
        )
      )
      assert.isAbove(named.size, 8)
      for (const name of named) assert.include(settings, `\`${name}\``, name)
      const block = blocksIn(page).find((code) => code.startsWith("DATABASE_URL=")) ?? ""
      const env = Object.fromEntries(
        block
          .replaceAll("…", "a-word-of-at-least-thirty-two-characters")
          .trim()
          .split("\n")
          .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])
      )
      const read = yield* readSettings(env)
      assert.deepStrictEqual(read.sessions.trustedProxies, ["10.0.0.10"])
      assert.strictEqual(new URL(read.publicUrl!).host, "tracking.example.org")
      assert.include(file, `server ${read.host}:${read.port} `)
      assert.include(file, `server_name ${new URL(read.publicUrl!).host};`)
    })
  )

  it("has a file for nginx with what the product needs of a proxy", () => {
    const config = parseNginx(file)
    const upstream = only(named(config, "upstream"))
    const machines = named(upstream.block, "server")
    assert.isAtLeast(machines.length, 2)
    for (const { words } of machines) {
      assert.match(words[0]!, /^[\d.]+:8080$/)
      assert.includeMembers([...words], ["max_fails=1", "fail_timeout=10s"])
    }
    const { block: server } = only(named(config, "server"))
    const headers = new Map(named(server, "proxy_set_header").map(({ words }) => [words[0], words[1]]))
    assert.strictEqual(headers.get("Host"), "$http_host", "the origin of a page is compared with it")
    assert.strictEqual(headers.get("X-Forwarded-For"), "$proxy_add_x_forwarded_for")
    assert.strictEqual(headers.get("Upgrade"), "$http_upgrade")
    assert.strictEqual(headers.get("Connection"), "$connection_upgrade")
    assert.deepStrictEqual(only(named(server, "proxy_http_version")).words, ["1.1"])
    assert.isAbove(
      megabytes(only(named(server, "client_max_body_size")).words[0]),
      ingestLimits.bytes,
      "the product refuses larger bodies in its own words"
    )
    // never `http_503`: a server that asks to come later is not down, and `non_idempotent` would do things twice
    assert.deepStrictEqual(only(named(server, "proxy_next_upstream")).words, ["error", "timeout"])
    const locations = named(server, "location")
    for (const { block, words } of locations) {
      if (words.join(" ") === "= /metrics") continue
      assert.deepStrictEqual(only(named(block, "proxy_pass")).words, ["http://pugmark"])
      assert.lengthOf(
        named(block, "proxy_set_header"),
        0,
        "one header in a location hides all of the server's"
      )
    }
    const stream = locations.find(
      ({ words: [kind, pattern = ""] }) =>
        kind === "~" && new RegExp(pattern).test("/api/v1/projects/0198/stream")
    )
    assert.deepStrictEqual(only(named(stream?.block ?? null, "proxy_buffering")).words, ["off"])
    assert.isTrue(
      locations.some(({ words: [path = ""] }) => "/api/v1/ingest/ws/0198".startsWith(path) && path.length > 1)
    )
  })

  it("reads files of nginx as it does, and says where one is broken", () => {
    assert.deepStrictEqual(parseNginx('# a word\nmap $a $b { "" close; }\nx ~ ^/[^/]+$;'), [
      {
        name: "map",
        words: ["$a", "$b"],
        block: [{ name: "", words: ["close"], block: null }]
      },
      { name: "x", words: ["~", "^/[^/]+$"], block: null }
    ])
    for (const broken of ["server {", "a b", "a; }", "{ a; }", "a { b }"])
      assert.throws(() => parseNginx(broken), /./, broken)
  })
})

/** The file of the guide for this machine: other ports, and a certificate of localhost. */
const onThisMachine = (folder: string, port: number, ports: ReadonlyArray<number>) => {
  writeFileSync(join(folder, "fullchain.pem"), localCertificate)
  writeFileSync(join(folder, "privkey.pem"), localCertificateKey)
  let n = 0
  const own = file
    .replaceAll(/server 10\.0\.0\.\d+:8080/g, () => `server 127.0.0.1:${ports[n++]}`)
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`)
    .replaceAll("/etc/ssl/pugmark/", `${folder}/`)
  const whole =
    `daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n` +
    ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${folder}/${name};\n`)
      .join("") +
    `${own}}\n`
  writeFileSync(join(folder, "nginx.conf"), whole)
  return join(folder, "nginx.conf")
}

/** nginx with the file of the guide in front of servers, until the scope closes. */
const startNginx = Effect.fnUntraced(function* (ports: ReadonlyArray<number>) {
  const folder = yield* temporaryDirectory,
    port = yield* freePort
  const config = onThisMachine(folder, port, ports)
  let output = ""
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const nginx = spawn("nginx", ["-p", folder, "-c", config], { stdio: ["ignore", "ignore", "pipe"] })
      nginx.stderr.on("data", (chunk: Buffer) => {
        output += chunk.toString()
      })
      return nginx
    }),
    (nginx) =>
      Effect.promise(async () => {
        if (nginx.exitCode !== null) return
        nginx.kill("SIGTERM")
        await once(nginx, "exit")
      })
  )
  const ask = (path: string, body: string | null = null) =>
    Effect.promise(
      () =>
        new Promise<{ readonly status: number; readonly text: string }>((resolve) => {
          const options = {
            host: "localhost",
            port,
            path,
            method: body === null ? "GET" : "POST",
            ca: localCertificate,
            headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
            agent: false
          }
          requestOf(options, (answer) => {
            let text = ""
            answer.setEncoding("utf8").on("data", (chunk: string) => {
              text += chunk
              // a live stream has no end: what it begins with is enough
              if (text.includes("event: hello")) answer.destroy()
            })
            answer.on("close", () => resolve({ status: answer.statusCode ?? 0, text }))
          })
            .on("error", () => resolve({ status: child.exitCode === null ? 0 : -1, text: output }))
            .end(body ?? undefined)
        })
    )
  const ready = yield* until(ask("/health/ready"), ({ status }) => status !== 0)
  assert.strictEqual(ready.status, 200, ready.text)
  return { ask, port }
})

layer(serveTwice(behindProxy), { excludeTestServices: true, timeout: "60 seconds" })(
  "nginx with the file of the guide",
  (it) => {
    it.effect.runIf(hasNginx)(
      "passes requests, the live stream as it comes, and WebSockets, and no metrics",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { first, second } = yield* TwoServers
            const project = yield* makeProject()
            const { ask, port } = yield* startNginx([first.port, second.port])
            assert.include((yield* ask("/api/v1/projects")).text, project.id)
            assert.include((yield* ask(`/api/v1/projects/${project.id}/stream`)).text, "event: hello")
            assert.strictEqual((yield* ask("/metrics")).status, 404)
            const { source, times } = yield* makeDoor
            const { told, websocket } = yield* openConnection(
              `wss://localhost:${port}/api/v1/ingest/ws/${source.id}`,
              [],
              { ...bearer(source.token), ca: localCertificate }
            )
            websocket.send(JSON.stringify([fix(1)]))
            yield* until(
              Effect.sync(() => told.length),
              (length) => length > 0
            )
            assert.deepStrictEqual(yield* times, [1])
          })
        )
    )

    it.effect.runIf(hasNginx)(
      "sends what reads and what writes to the other one where one does not answer",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { first } = yield* TwoServers
            const { ask } = yield* startNginx([yield* freePort, first.port])
            const statuses: Array<number> = []
            for (let n = 0; n < 4; n++) {
              statuses.push(
                (yield* ask("/api/v1/projects", JSON.stringify({ name: `Behind nginx ${n}` }))).status
              )
              statuses.push((yield* ask("/api/v1/projects")).status)
            }
            assert.deepStrictEqual(statuses, [201, 200, 201, 200, 201, 200, 201, 200])
          })
        )
    )
  }
)
