// The API on a port of its own, over a fresh database, with an admin whose token is known. For tests that
// speak HTTP.
import { Context, Effect, Layer, References } from "effect"
import * as HttpServer from "effect/http/HttpServer"
import * as SqlClient from "effect/sql/SqlClient"
import { AnalysisPolicy } from "../../../src/api/analyses/AnalysisPolicy.ts"
import { ApiStores } from "../../../src/api/http/ApiStores.ts"
import { type HttpOptions, httpLayer } from "../../../src/api/http/Http.ts"
import { firstStart } from "../../../src/store/access/FirstStart.ts"
import type { ClientAccesses } from "../../../src/store/access/ClientAccesses.ts"
import type { ClientReports } from "../../../src/store/access/ClientReports.ts"
import type { OauthEntries } from "../../../src/store/access/OauthEntries.ts"
import type { InstallationKey } from "../../../src/store/roles/InstallationKey.ts"
import { IntakeSql, type IntakeOptions } from "../../../src/store/intake/IntakeSql.ts"
import { hashPassword, verifyPassword } from "../../../src/passwords/passwordHash.ts"
import { Hashing, HashingBudget } from "../../../src/passwords/Passwords.ts"
import { pool } from "../../../src/store/sql/Pg.ts"
import { uuid7 } from "../../../src/store/sql/uuid7.ts"
import { Runs } from "../../../src/store/analyses/Runs.ts"
import { SourceSecrets } from "../../../src/store/intake/SourceSecrets.ts"
import { LoginSql, TestDatabase } from "../sql/database.ts"

/** The bearer token of the server admin. */
export const ADMIN_TOKEN = "test-admin-token-of-at-least-32-characters"

/** An answer, its body parsed where it is JSON. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // tests look into bodies without ceremony; what they find is asserted, not assumed
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export interface Sent {
  readonly body?: unknown
  /** sent as it is, instead of `body` as JSON */
  readonly text?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  /** null: no Authorization header */
  readonly token?: string | null
}

export class TestServer extends Context.Service<
  TestServer,
  {
    readonly url: string
    readonly port: number
    /** Sends a request to a path below `/api/v1` (or to any, with a leading `//`), as the admin unless said. */
    readonly send: (method: string, path: string, sent?: Sent) => Effect.Effect<Answer>
  }
>()("test/TestServer") {}

/** Returns how requests are sent to a server at an address. */
export const sendTo =
  (url: string) =>
  (method: string, path: string, sent: Sent = {}) =>
    Effect.promise(async (signal): Promise<Answer> => {
      const token = sent.token === undefined ? ADMIN_TOKEN : sent.token
      const body = sent.text ?? (sent.body === undefined ? null : JSON.stringify(sent.body))
      const response = await fetch(path.startsWith("//") ? url + path.slice(1) : `${url}/api/v1${path}`, {
        method,
        body,
        signal,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === null ? {} : { "content-type": "application/json" }),
          ...sent.headers
        }
      })
      const text = await response.text()
      const json = /\/(\S+\+)?json/.test(response.headers.get("content-type") ?? "") // not lines of it
      return {
        status: response.status,
        headers: response.headers,
        body: json && text !== "" ? JSON.parse(text) : text
      }
    })

const apiPool = pool({
  role: "pugmark_api",
  maxConnections: 8,
  applicationName: "pugmark tests api",
  statementTimeoutMs: 30_000
})

const ingestPool = pool({
  role: "pugmark_ingest",
  copies: true,
  maxConnections: 3,
  applicationName: "pugmark tests ingest",
  statementTimeoutMs: 30_000
})

/** Only what ends in a 500 is worth reading. */
const quiet = Layer.succeed(References.MinimumLogLevel, "Error")

/** `analyses`: modules and bound of fixes, where they are not those of a fresh deployment. */
export type ServerOptions = Partial<
  HttpOptions<ClientAccesses | ClientReports | InstallationKey | OauthEntries> &
    IntakeOptions & {
      readonly analyses: { readonly modules: ReadonlyArray<string>; readonly maxFixes: number }
    }
>

/**
 * Hashes that cost next to nothing: hundreds of tests make people who log in once. What one of the product's
 * costs, and who waits for it, is in test/passwords and test/journeys/logins.test.ts.
 */
const cheapHashes = Layer.succeed(Hashing, () =>
  Effect.succeed({
    hash: (password) =>
      Effect.sync(() => ({ answer: hashPassword(password, { memory: 8, passes: 1 }), processorMs: 1 })),
    verify: (password, phc) => Effect.sync(() => ({ answer: verifyPassword(password, phc), processorMs: 1 }))
  })
)

const serverWith = (options: ServerOptions, logs: Layer.Layer<never>) =>
  Layer.effect(
    TestServer,
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      if (address._tag === "UnixPathAddress") return yield* Effect.die("the server has no port")
      const url = `http://127.0.0.1:${address.port}`
      return TestServer.of({ url, port: address.port, send: sendTo(url) })
    })
  ).pipe(
    Layer.provide(
      httpLayer({
        port: 0,
        host: "127.0.0.1",
        publicUrl: "http://127.0.0.1",
        trustedHosts: ["x"],
        ...options
      })
    ),
    Layer.provide(
      options.analyses === undefined ? Layer.empty : Layer.succeed(AnalysisPolicy, options.analyses)
    ),
    Layer.provide(
      Layer.merge(ApiStores, Runs.layer).pipe(
        Layer.provide([
          apiPool,
          cheapHashes,
          Layer.succeed(HashingBudget, { share: 1, aheadMs: 60_000, yields: false })
        ])
      )
    ),
    Layer.provide(
      Layer.merge(
        IntakeSql({
          maxFutureSeconds: 300,
          maxUnreadRows: 200_000,
          maxUnreadRowsPerProject: 200_000,
          ...options
        }),
        SourceSecrets.layer
      ).pipe(Layer.provide(ingestPool))
    ),
    Layer.provide(logs)
  )

/** Of "correct horse battery": making one for each server takes longer than the rest of its start. */
const ADMINS_HASH =
  "$argon2id$v=19$m=47104,t=1,p=1$iywnQ4AU5gmI5TGxNekYaA$nsjkSnHy9EgLWaF+MccVeN/YL3EhbPaGiZAoMnNBhIE"

const admin = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const email = "admin@example.org"
    yield* sql`insert into users (id, email, name, password_hash, server_admin)
      values (${uuid7()}::uuid, ${email}, 'Administrator', ${ADMINS_HASH}, true)
      on conflict (email) do nothing`
    yield* firstStart({ email, password: Effect.succeed(""), token: ADMIN_TOKEN, fixedToken: true })
  })
)

/** A running server over a database that is there. */
export const serveOver = (options: ServerOptions = {}, logs: Layer.Layer<never> = quiet) =>
  Layer.merge(serverWith(options, logs), admin)

/**
 * A running server, its database's url, and SQL as the login user for looking behind the scenes. Use
 * `layer(..., { excludeTestServices: true })`.
 */
export const serve = (options: ServerOptions = {}, logs: Layer.Layer<never> = quiet) =>
  serveOver(options, logs).pipe(Layer.provideMerge(LoginSql), Layer.provideMerge(TestDatabase))
