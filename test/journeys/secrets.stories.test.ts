// No secret is in a log. Every secret there is, given out by the service or told to it, is used as it should
// be and as it should not, by people, programs, devices, brokers, bots and mail, with everything logged and
// the database failing in between. Then whatever the service wrote is searched: its output, its log files,
// those of its database, and every table but those that keep secrets to use them.
// @module-tag story
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { connect, type Sql } from "../bench/Database.ts"
import { BOT_TOKEN, openBotServer } from "../support/outside/botServer.ts"
import {
  openBroker,
  openPublisher,
  PASSWORD as BROKER_PASSWORD,
  USER as BROKER_USER
} from "../support/outside/broker.ts"
import { openMailServer } from "../support/outside/mailServer.ts"
import { openReceiver } from "../support/outside/receiver.ts"
import { type Service, startService } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { until } from "./client.ts"

/** What is kept as it is, because it has to be used as it is. */
const KEEPERS = ["webhook_secrets", "data_source_secrets", "database_access"]

const ADMIN_PASSWORD = "the first password of all",
  MAIL_PASSWORD = "between-mail-servers-9281"

/**
 * A secret as it might be written: itself, in a URL, in Basic credentials or a dump, or by the hash that is
 * kept of it, which is nobody's business either.
 */
const formsOf = (secret: string): ReadonlyArray<string> => {
  const hash = createHash("sha256").update(secret).digest()
  const inside = Buffer.from(secret).toString("base64").replace(/=+$/, "").slice(0, -2)
  return [
    secret,
    encodeURIComponent(secret),
    inside,
    hash.toString("hex"),
    hash.toString("base64url"),
    hash.toString("base64")
  ]
}

/** The names of the secrets that a text has. */
const leaksIn = (text: string, secrets: ReadonlyMap<string, string>): ReadonlyArray<string> =>
  [...secrets]
    .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
    .map(([name]) => name)

interface Sent {
  readonly body?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

const clientOf = ({ origin, token }: Service) => {
  const send = (method: string, path: string, { body, headers, text }: Sent = {}) =>
    Effect.promise(async () => {
      const sent = text ?? (body === undefined ? null : JSON.stringify(body))
      const response = await fetch(`${origin}${path.startsWith("/health") ? "" : "/api/v1"}${path}`, {
        method,
        body: sent,
        headers: { ...(sent === null ? {} : { "content-type": "application/json" }), ...headers }
      })
      const said = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: said.startsWith("{") ? JSON.parse(said) : said
      }
    })
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
  const expect = Effect.fnUntraced(function* (status: number, method: string, path: string, sent: Sent = {}) {
    const answer = yield* send(method, path, { ...sent, headers: { ...bearer(token), ...sent.headers } })
    if (answer.status !== status)
      return yield* Effect.die(
        new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      )
    return answer.body
  })
  return { send, bearer, expect, origin }
}
type Client = ReturnType<typeof clientOf>

/** Notes a secret; gives it back. */
type Note = (name: string, secret: string) => string

/** A letter of it changed, which makes it another secret that opens nothing. */
const bent = (secret: string) =>
  `${secret.slice(0, -5)}${secret.at(-5) === "A" ? "B" : "A"}${secret.slice(-4)}`

/** Every place of a request that people put a credential into, where they should and where they should not. */
const showEverywhere = Effect.fnUntraced(function* ({ bearer, send }: Client, secret: string, path: string) {
  for (const sent of [
    { headers: bearer(secret) },
    { headers: bearer(bent(secret)) },
    { headers: { authorization: `Basic ${Buffer.from(`someone:${secret}`).toString("base64")}` } },
    { headers: { authorization: secret } },
    { headers: { cookie: `pugmark=${secret}` } },
    { headers: { "x-api-key": secret } }
  ])
    yield* send("GET", path, sent)
  for (const query of ["access_token", "token", "cursor", "limit", "at"])
    yield* send("GET", `${path}?${query}=${encodeURIComponent(secret)}`)
  for (const body of [{ token: secret }, { name: secret, scopes: [secret] }, secret, [secret]])
    yield* send("POST", "/auth/tokens", { body, headers: bearer(secret) })
  yield* send("POST", "/auth/tokens", { text: `{"name": "${secret}", `, headers: bearer(secret) })
})

/** Comes back when told to: hashing has a small part of the machine, and a slow machine has little of that. */
const comingBack =
  (send: Client["send"]): Client["send"] =>
  (...sent) =>
    Effect.flatMap(send(...sent), (answer) =>
      answer.headers.has("retry-after")
        ? Effect.delay(
            Effect.suspend(() => comingBack(send)(...sent)),
            `${Number(answer.headers.get("retry-after"))} seconds`
          )
        : Effect.succeed(answer)
    )

const people = Effect.fnUntraced(function* (client: Client, note: Note) {
  const { expect, origin } = client,
    send = comingBack(client.send)
  const logIn = (email: string, password: string) =>
    send("POST", "/auth/login", { body: { email, password } })
  const sessionOf = (name: string, answer: { readonly headers: Headers }) =>
    note(name, answer.headers.getSetCookie()[0]!.split(";", 1)[0]!.split("=")[1]!)
  const admin = yield* logIn("admin@localhost", ADMIN_PASSWORD)
  assert.strictEqual(admin.status, 200)
  const first = note("password of a user", "a meadow in the morning mist")
  const { id } = yield* expect(201, "POST", "/users", {
    body: { email: "ines@example.org", password: first }
  })
  const session = sessionOf("session cookie", yield* logIn("ines@example.org", first))
  const browse = (method: string, path: string, body?: unknown, cookie = session) =>
    send(method, path, {
      ...(body === undefined ? {} : { body }),
      headers: { cookie: `pugmark=${cookie}`, origin }
    })
  assert.strictEqual((yield* browse("GET", "/auth/me")).status, 200)
  const second = note("password changed", "seven cows and one bull"),
    third = note("password reset", "told on the telephone")
  for (const wrong of [note("password mistyped", "a meadow in the morning fog"), ""]) {
    assert.strictEqual((yield* logIn("ines@example.org", wrong)).status, 401)
    yield* browse("POST", "/auth/password", { current: wrong, new: second })
    yield* send("POST", "/auth/login", { text: `{"email": "ines@example.org", "password": "${wrong}", ` })
    yield* send("POST", "/auth/login", { body: { email: wrong, password: wrong, again: wrong } })
    yield* send("GET", `/auth/login?email=ines@example.org&password=${encodeURIComponent(wrong)}`)
    yield* expect(422, "POST", "/users", { body: { email: "no address", password: first, name: 1 } })
  }
  assert.strictEqual((yield* browse("POST", "/auth/password", { current: first, new: second })).status, 204)
  assert.strictEqual((yield* browse("GET", "/auth/me", undefined, bent(session))).status, 401)
  yield* showEverywhere(client, session, "/auth/me")
  yield* expect(200, "PATCH", `/users/${id}`, { body: { password: third } })
  assert.strictEqual((yield* browse("GET", "/auth/me")).status, 401)
  const later = sessionOf("session cookie of another login", yield* logIn("ines@example.org", third))
  assert.strictEqual((yield* browse("POST", "/auth/logout", undefined, later)).status, 204)
  assert.strictEqual((yield* browse("POST", "/auth/logout", undefined, later)).status, 401)
  return String(id)
})

const programs = Effect.fnUntraced(function* (client: Client, note: Note, userId: string) {
  const { bearer, expect, send } = client
  const made = yield* expect(201, "POST", "/auth/tokens", {
    body: { name: "Map", scopes: ["project:read"], user_id: userId }
  })
  const token = note("API token", made.token)
  assert.strictEqual((yield* send("GET", "/auth/me", { headers: bearer(token) })).status, 200)
  yield* showEverywhere(client, token, "/projects")
  for (const method of ["GET", "DELETE"])
    yield* send(method, `/auth/tokens/${token}`, { headers: bearer(token) })
  assert.strictEqual(
    (yield* send("PATCH", `/users/${token}`, { headers: bearer(token), body: {} })).status,
    403
  ) // a denied act of an admin, which is in the audit log
  yield* expect(204, "DELETE", `/auth/tokens/${made.id}`)
  assert.strictEqual((yield* send("GET", "/auth/me", { headers: bearer(token) })).status, 401)
})

const devices = Effect.fnUntraced(function* (client: Client, note: Note, projectId: string) {
  const { bearer, expect, send } = client
  const make = (name: string, adapter_key: string, config = {}) =>
    Effect.map(
      expect(201, "POST", "/data-sources", { body: { name, adapter_key, config, project_ids: [projectId] } }),
      (made) => ({ id: String(made.id), token: note(`token of ${name}`, made.token) })
    )
  const collars = yield* make("collars", "generic_http"),
    phones = yield* make("phones", "osmand")
  const fix = { device: "collar-1", time: "2026-05-01T12:00:00Z", lat: 51, lon: 14 }
  const report = (token: string, sent: Sent = { body: [fix] }, id = collars.id) =>
    send("POST", `/ingest/http/${id}`, { ...sent, headers: { ...bearer(token), ...sent.headers } })
  assert.strictEqual((yield* report(collars.token)).status, 202)
  assert.strictEqual(
    (yield* send("POST", `/ingest/http/${collars.id}`, {
      body: [fix],
      headers: { authorization: `Basic ${Buffer.from(`collar:${collars.token}`).toString("base64")}` }
    })).status,
    202
  )
  // a sender that knows an address alone
  const addressed = (token: string, text: string) =>
    Effect.map(send("POST", `/ingest/http/${collars.id}/${token}`, { text }), ({ status }) => status)
  assert.strictEqual(yield* addressed(collars.token, JSON.stringify([fix])), 200)
  assert.strictEqual(yield* addressed(bent(collars.token), JSON.stringify([fix])), 401)
  assert.strictEqual(yield* addressed(collars.token, "nonsense"), 400)
  assert.strictEqual((yield* report(bent(collars.token))).status, 401)
  assert.strictEqual((yield* report(collars.token, undefined, phones.id)).status, 401)
  for (const text of ["{", "[]", "null", "[[[[", "\u0000", `{"lat": ${"9".repeat(400)}}`])
    yield* report(collars.token, { text })
  for (const path of [
    `osmand/${phones.id}/${phones.token}`,
    `%6fsmand/${phones.id}/${phones.token}`,
    `osmand/${phones.id}/${bent(phones.token)}`,
    `osmand/nobody/${phones.token}`,
    `http/${collars.id}/${collars.token}`,
    collars.token,
    `http/${collars.token}`
  ]) {
    yield* send("GET", `/ingest/${path}?id=phone-1&lat=51&lon=14&timestamp=1777636800`)
    yield* send("POST", `/ingest/${path}?id=phone-1&lat=51&lon=14&timestamp=1777636800`)
  }
  yield* showEverywhere(client, collars.token, "/projects")
  const rotated = note(
    "token rotated",
    (yield* expect(200, "POST", `/data-sources/${collars.id}/rotate-token`)).token
  )
  assert.strictEqual((yield* report(rotated)).status, 202)
  yield* expect(200, "PATCH", `/data-sources/${collars.id}`, { body: { enabled: false } })
  assert.strictEqual((yield* report(rotated)).status, 403)
})

const brokers = Effect.fnUntraced(function* ({ expect }: Client, note: Note) {
  const broker = yield* openBroker,
    { publish } = yield* openPublisher(broker.url)
  const right = note("password of a broker", BROKER_PASSWORD),
    wrong = note("wrong password of a broker", "incorrect donkey 55")
  const mqtt = (password: string) => ({
    mqtt: { url: broker.url, username: BROKER_USER, topics: ["herd/+"], password }
  })
  const source = (password: string) =>
    expect(201, "POST", "/data-sources", {
      body: { name: "Broker", adapter_key: "generic_mqtt", config: mqtt(password) }
    })
  const [good, bad] = [yield* source(right), yield* source(wrong)]
  const status = (id: string) =>
    Effect.map(expect(200, "GET", `/data-sources/${id}`), ({ connection }) => connection?.status)
  yield* until("the broker is listened to", status(good.id), (s) => s === "connected")
  yield* until("the broker refuses", status(bad.id), (s) => s === "failed")
  for (const { id } of [good, bad]) yield* expect(200, "POST", `/data-sources/${id}/test`)
  yield* expect(422, "POST", "/data-sources", {
    body: {
      name: "Broker",
      adapter_key: "generic_mqtt",
      config: {
        mqtt: { url: `mqtt://ranger:${encodeURIComponent(wrong)}@127.0.0.1`, topics: ["#"], password: wrong }
      }
    }
  })
  yield* expect(200, "PATCH", `/data-sources/${bad.id}`, { body: { config: mqtt(right) } })
  yield* until("the password is right", status(bad.id), (s) => s === "connected")
  yield* publish("herd/collar-9", "nonsense")
  yield* broker.kill
  yield* until("the broker is gone", status(good.id), (s) => s === "failed")
  yield* expect(200, "POST", `/data-sources/${good.id}/test`)
})

/** Deliveries by webhook, mail and chat; the first ways fail. */
const messages = Effect.fnUntraced(function* (
  { expect }: Client,
  note: Note,
  projectId: string,
  adminId: string,
  bot: {
    readonly write: (chatId: number, text: string) => void
    readonly wrote: (count: number) => Effect.Effect<void>
  }
) {
  const receiver = yield* openReceiver((response, { headers }, count) =>
    response.writeHead(count % 2 === 1 ? 500 : 204).end(JSON.stringify(headers))
  )
  const codes: Array<string> = []
  for (const name of ["chat code replaced", "chat code"])
    codes.push(note(name, (yield* expect(200, "POST", "/auth/me/telegram")).code))
  let wrote = 0
  for (const text of [
    `/start ${codes[0]!}`,
    `/start ${bent(codes[1]!)}`,
    codes[1]!,
    `/start ${codes[1]!}`,
    `/start ${codes[1]!}`
  ]) {
    bot.write(41, text)
    if (text.startsWith("/start")) yield* bot.wrote(++wrote)
  }
  const own = note(
    "webhook secret given",
    `whsec_${Buffer.from("thirty-two bytes of our own make").toString("base64")}`
  )
  const made = yield* expect(201, "POST", `/projects/${projectId}/automations`, {
    body: {
      name: "Tell",
      actions: [
        { type: "webhook", url: receiver.url },
        { type: "webhook", url: "http://127.0.0.1:9/hook" },
        { type: "webhook", url: receiver.url, secret: own },
        { type: "email", to: ["rangers@example.org"] },
        { type: "telegram", user_id: adminId }
      ]
    }
  })
  for (const { id, secret } of made.actions.filter((a: { secret?: string }) => a.secret !== undefined))
    note(`webhook secret of ${id}`, secret)
  const rotated = yield* expect(
    200,
    "POST",
    `/projects/${projectId}/automations/${made.id}/actions/${made.actions[0].id}/rotate-secret`
  )
  note("webhook secret rotated", rotated.actions[0].secret)
  yield* expect(422, "PATCH", `/projects/${projectId}/automations/${made.id}`, {
    body: { actions: [{ type: "webhook", url: "ftp://127.0.0.1", secret: own }] }
  })
  yield* expect(404, "POST", `/projects/${projectId}/automations/${own}/actions/${made.id}/rotate-secret`)
  const { id } = yield* expect(201, "POST", `/projects/${projectId}/events`, {
    body: { event_type: "WOLF_SEEN", title: "A wolf" }
  })
  const deliveries = Effect.map(
    expect(200, "GET", `/projects/${projectId}/deliveries?event_id=${id}`),
    ({ items }) =>
      items as ReadonlyArray<{ readonly id: string; readonly attempts: number; readonly status: string }>
  )
  const tried = yield* until(
    "each was tried",
    deliveries,
    (items) => items.length === 5 && items.every((d) => d.attempts > 0 || d.status !== "queued")
  )
  for (const each of tried) yield* expect(200, "GET", `/projects/${projectId}/deliveries/${each.id}`)
})

/**
 * What requests meet when the database has not what they ask it: errors of the database with the values of a
 * statement at hand.
 */
const brokenTables = Effect.fnUntraced(function* (
  { bearer, send }: Client,
  sql: Sql,
  secrets: ReadonlyMap<string, string>,
  projectId: string
) {
  const token = secrets.get("ADMIN_TOKEN")!,
    password = secrets.get("password reset")!
  const asks = Effect.gen(function* () {
    const answers = [
      yield* send("POST", "/auth/login", { body: { email: "ines@example.org", password } }),
      yield* send("GET", "/auth/me", { headers: { cookie: `pugmark=${secrets.get("session cookie")!}` } }),
      yield* send("GET", "/projects", { headers: bearer(token) }),
      yield* send("POST", "/auth/tokens", {
        body: { name: "Map", scopes: ["project:read"] },
        headers: bearer(token)
      }),
      yield* send("POST", "/auth/me/telegram", { headers: bearer(token) }),
      yield* send("POST", "/data-sources", {
        body: {
          name: "Broken",
          adapter_key: "generic_mqtt",
          config: { mqtt: { url: "mqtt://127.0.0.1:1", topics: ["#"], password: BROKER_PASSWORD } }
        },
        headers: bearer(token)
      }),
      yield* send("POST", `/projects/${projectId}/automations`, {
        body: {
          name: "Broken",
          actions: [
            { type: "webhook", url: "https://example.org", secret: secrets.get("webhook secret given")! }
          ]
        },
        headers: bearer(token)
      })
    ]
    return answers.filter((a) => a.status === 500).length
  })
  for (const table of [
    "users",
    "sessions",
    "api_tokens",
    "login_attempts",
    "telegram_codes",
    "data_source_secrets",
    "webhook_secrets",
    "audit_log"
  ]) {
    yield* sql`alter table ${sql(table)} rename to ${sql(`${table}_gone`)}`
    const failed = yield* asks
    yield* sql`alter table ${sql(`${table}_gone`)} rename to ${sql(table)}`
    assert.isAbove(failed, 0, table)
  }
}, Effect.orDie)

/** Every row there is, as text, but of the keepers. */
const dump = Effect.fnUntraced(function* (sql: Sql) {
  const tables = yield* sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname <> all(${KEEPERS}::text[]) order by 1`
  const texts = yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(
      sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql(name)} t`,
      (rows) => [name, rows.map((r) => r.row).join("\n")] as const
    )
  )
  return new Map(texts)
}, Effect.orDie)

/** Every file below a directory that is not of the database's cluster. */
const filesBelow = (directory: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !join(entry.parentPath, entry.name).includes("/data/pg/"))
      .map((entry) => [
        join(entry.parentPath, entry.name).slice(directory.length + 1),
        readFileSync(join(entry.parentPath, entry.name), "utf8")
      ])
  )

/** The hashes of sessions and tokens are in their own tables, where they are looked up. */
const isHashKept = (leak: string) => / in (?:sessions|api_tokens|data_sources|telegram_codes)$/.test(leak)

describe("no secret", () => {
  it("is missed by the search that follows", () => {
    const secrets = new Map([
      ["a token", "pug_0123456789/abcdef+"],
      ["a password", "horse & cart"]
    ])
    for (const form of formsOf("horse & cart"))
      assert.deepStrictEqual(leaksIn(`{"msg": "… ${form} …"}`, secrets), ["a password"])
    assert.deepStrictEqual(
      leaksIn(
        `Basic ${Buffer.from("me:pug_0123456789/abcdef+").toString("base64")}`,
        new Map([["a token", "0123456789/abcdef+"]])
      ),
      [],
      "which begins at a third byte"
    )
    assert.deepStrictEqual(leaksIn("nothing", secrets), [])
  })

  it.live(
    "is in what the service logs, traces or audits, whatever was done with it",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const secrets = new Map<string, string>()
          const note: Note = (name, secret) => {
            secrets.set(name, secret)
            return secret
          }
          const directory = yield* temporaryDirectory
          const mail = yield* openMailServer({ password: "another one" })
          const botScope = yield* Scope.make()
          const bot = yield* Scope.provide(openBotServer, botScope)
          const service = yield* startService({
            directory,
            settings: {
              LOG_LEVEL: "debug",
              ADMIN_PASSWORD: note("ADMIN_PASSWORD", ADMIN_PASSWORD),
              WEBHOOK_ALLOW_PRIVATE: "true",
              PUGMARK_ENV: "production",
              SMTP_URL: `smtp://pugmark:${note("SMTP_URL", MAIL_PASSWORD)}@127.0.0.1:${mail.port}`,
              MAIL_FROM: "pugmark@example.org",
              TELEGRAM_BOT_TOKEN: note("TELEGRAM_BOT_TOKEN", BOT_TOKEN),
              TELEGRAM_API_URL: bot.url
            }
          })
          note("ADMIN_TOKEN", service.token)
          const client = clientOf(service)
          const sql = yield* connect(join(directory, "data"), 2)

          yield* showEverywhere(client, service.token, "/projects")
          const project = yield* client.expect(201, "POST", "/projects", { body: { name: "Farm" } })
          const userId = yield* people(client, note)
          yield* programs(client, note, userId)
          yield* devices(client, note, project.id)
          yield* brokers(client, note)
          yield* messages(client, note, project.id, (yield* client.expect(200, "GET", "/auth/me")).id, bot)
          yield* brokenTables(client, sql, secrets, project.id)
          yield* Scope.close(botScope, Exit.void)
          yield* until("the bot is missed", Effect.sync(service.output), (output) =>
            output.includes("the bot does not answer")
          )

          const tables = yield* dump(sql)
          assert.strictEqual((yield* service.stop).code, 0)
          const files = filesBelow(directory)
          assert.includeMembers(
            [...files.keys()],
            ["output.log", "data/log/all.jsonl", "data/log/engine.jsonl", "data/postgres.txt"]
          )
          const missing = (text: string, ...words: ReadonlyArray<string>) =>
            words.filter((word) => !text.includes(word))
          // the search is of something: each of the ways that failed has left its words
          assert.deepStrictEqual(
            missing(
              files.get("data/log/all.jsonl")!,
              "/api/v1/auth/login",
              "/api/v1/ingest/",
              "the connection of a data source is lost",
              "the bot does not answer",
              "request failed",
              '"level":"debug"'
            ),
            []
          )
          assert.deepStrictEqual(
            missing(
              tables.get("audit_log")!,
              "access.denied",
              "user.login_failed",
              "token.revoked",
              "data_source.",
              "automation."
            ),
            []
          )
          assert.deepStrictEqual(
            missing(tables.get("deliveries")!, "the receiver answered 500", "ECONNREFUSED", "EAUTH"),
            []
          )
          assert.deepStrictEqual(
            missing(
              [...tables]
                .flatMap(([name, text]) => (name.startsWith("processing_traces") ? [text] : []))
                .join("\n"),
              "PAYLOAD_DECODE_FAILED"
            ),
            []
          )
          assert.isAtLeast(secrets.size, 20)
          assert.deepStrictEqual(
            [...files, ...tables]
              .flatMap(([place, text]) => leaksIn(text, secrets).map((name) => `${name} in ${place}`))
              .filter((leak) => !isHashKept(leak)),
            []
          )
        })
      ),
    180_000
  )
})
