// COPY from the client on the driver's connections: values of every type, refusals, and where it is not possible.
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import * as net from "node:net"
import { Transform } from "node:stream"
import * as tls from "node:tls"
import { canCopy, copyIn, noteCopying } from "../../../../src/store/sql/copy/copyIn.ts"
import { CopyRows } from "../../../../src/store/sql/copy/CopyRows.ts"
import { addressOf } from "../../../../src/store/sql/copy/openSocket.ts"
import { DatabaseUrl, pool, type PoolOptions } from "../../../../src/store/sql/Pg.ts"
import { localCertificate, localCertificateKey } from "../../../support/outside/certificate.ts"
import { TestDatabase } from "../../../support/sql/database.ts"
import { PgClient } from "@effect/sql-pg"

const options: PoolOptions = {
  role: null,
  maxConnections: 1,
  applicationName: "pugmark test",
  statementTimeoutMs: 5000,
  copies: true
}
const copyingSql = pool(options).pipe(Layer.provideMerge(TestDatabase))

/** Passes bytes on one at a time. */
const byteByByte = () =>
  new Transform({
    transform(chunk: Buffer, _, done) {
      for (const byte of chunk) this.push(Buffer.of(byte))
      done()
    }
  })

/** One row of one column. */
const rowOf = (write: (rows: CopyRows) => void) => {
  const rows = new CopyRows(1, 0)
  rows.row()
  write(rows)
  return rows.finish()
}

const numbersOf = (table: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ n: number }>`select n::float8 from ${sql(table)} order by n`
    return rows.map((r) => r.n)
  })

layer(copyingSql, { excludeTestServices: true })("rows that are copied", (it) => {
  it.effect("come back as they went in, of every type, and null", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table kinds (a int8, b int2, c float8, d bool, e timestamptz, f uuid, g text, h text, i jsonb)`
      const uuid = randomUUID()
      const safe = Number.MAX_SAFE_INTEGER
      const values = {
        a: [0, 1, -1, 2 ** 31, -(2 ** 31), 2 ** 32, -(2 ** 32), 2 ** 32 - 1, safe, -safe],
        b: [0, 1, -1, 32_767, -32_768],
        c: [0, -0, 0.1, -179.999_999_9, 1e300, 5e-324],
        e: [0, 1, -1, Date.UTC(1990, 0), Date.UTC(2000, 0) - 1, Date.UTC(2000, 0), Date.UTC(2099, 11, 31)],
        g: ["", "gnss", "é ∂ 😀", "\ud800", "a\nb\t\\N"],
        i: ["{}", '{"é":[null,1.5,"😀"]}', "[]"]
      }
      const cases = Array.from({ length: 30 }, (_, n) => ({
        a: values.a[n % 10]!,
        b: values.b[n % 5]!,
        c: values.c[n % 6]!,
        d: n % 2 === 0,
        e: values.e[n % 7]!,
        f: n % 2 === 0 ? uuid : uuid.toUpperCase(),
        g: values.g[n % 5]!,
        i: values.i[n % 3]!
      }))
      const rows = new CopyRows(9, 0) // the first buffer is too small for them
      for (const { a, b, c, d, e, f, g, i } of cases) {
        rows.row()
        rows.int8(a)
        rows.int2(b)
        rows.float8(c)
        rows.bool(d)
        rows.instant(e)
        rows.uuid(f)
        rows.text(g)
        rows.word(g)
        rows.jsonb(i)
      }
      rows.row()
      rows.int8(null)
      rows.int2(null)
      rows.float8(null)
      rows.bool(null)
      rows.instant(null)
      rows.uuid(null)
      rows.text(null)
      rows.null()
      rows.jsonb(null)
      assert.isTrue(
        yield* sql.withTransaction(copyIn(sql, "copy kinds from stdin (format binary)", rows.finish()))
      )
      const stored = yield* sql<Record<string, unknown>>`
        select a::float8, b, c, d, (extract(epoch from e) * 1000)::float8 as e, f, g, h, i::text from kinds`
      assert.strictEqual(stored.length, cases.length + 1)
      cases.forEach(({ f, g, i, ...rest }, n) => {
        const text = g.toWellFormed()
        assert.deepStrictEqual(
          { ...stored[n], i: JSON.parse(String(stored[n]!["i"])) as unknown },
          { ...rest, f: f.toLowerCase(), g: text, h: text, i: JSON.parse(i) as unknown }
        )
      })
      assert.isTrue(Object.values(stored.at(-1)!).every((value) => value === null))
    })
  )

  it.effect("are written in one transaction with what is inserted, and gone with it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table numbers (n int8 primary key)`
      const copy = (n: number) =>
        copyIn(
          sql,
          "copy numbers (n) from stdin (format binary)",
          rowOf((to) => to.int8(n))
        )
      yield* Effect.flip(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`insert into numbers values (1)`
            assert.isTrue(yield* copy(2))
            assert.deepStrictEqual(yield* numbersOf("numbers"), [1, 2])
            return yield* Effect.fail("rolled back")
          })
        )
      )
      assert.deepStrictEqual(yield* numbersOf("numbers"), [])
    })
  )

  it.effect("of 20 MB are one statement", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table texts (t text)`
      const rows = new CopyRows(1, 0)
      for (let i = 0; i < 20; i++) {
        rows.row()
        rows.text(String(i).padEnd(1_000_000, "x"))
      }
      assert.isTrue(
        yield* sql.withTransaction(copyIn(sql, "copy texts from stdin (format binary)", rows.finish()))
      )
      const [row] = yield* sql<{ n: number }>`select sum(length(t))::int4 as n from texts`
      assert.strictEqual(row!.n, 20_000_000)
    })
  )

  it.effect(
    "and refused leave the transaction as it was, whatever the reason, and the connection usable",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table marks (n int8 primary key check (n < 100), t text, s int2)`
        const copy = (statement: string, write: (rows: CopyRows) => void) =>
          copyIn(sql, `copy ${statement} from stdin (format binary)`, rowOf(write))
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`insert into marks (n) values (1)`
            const twice = new CopyRows(1, 0)
            for (const n of [2, 3, 1]) {
              twice.row()
              twice.int8(n)
            }
            assert.isFalse(yield* copyIn(sql, "copy marks (n) from stdin (format binary)", twice.finish()))
            assert.isFalse(yield* copy("marks (n)", (to) => to.int8(100)), "a check")
            assert.isFalse(yield* copy("marks (t)", (to) => to.text("no key")), "null in a key")
            assert.isFalse(yield* copy("marks (t)", (to) => to.text("\0")), "NUL")
            assert.isFalse(yield* copy("marks (s)", (to) => to.int8(4)), "eight bytes for two")
            assert.isFalse(yield* copy("marks (nonsense)", (to) => to.int8(4)), "no such column")
            assert.isFalse(yield* copy("nonsense (n)", (to) => to.int8(4)), "no such table")
            assert.isTrue(yield* copy("marks (n)", (to) => to.int8(5)))
          })
        )
        assert.deepStrictEqual(yield* numbersOf("marks"), [1, 5])
      })
  )

  it.effect("wait no longer than the statement timeout", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table contested (n int8 primary key)`
      const patient = yield* PgClient.PgClient
      yield* Effect.gen(function* () {
        const other = yield* SqlClient.SqlClient
        yield* other.withTransaction(
          Effect.gen(function* () {
            yield* other`insert into contested values (1)`
            const isCopied = patient.withTransaction(
              Effect.gen(function* () {
                yield* patient`set local statement_timeout = 100`
                return yield* copyIn(
                  patient,
                  "copy contested (n) from stdin (format binary)",
                  rowOf((to) => to.int8(1))
                )
              })
            )
            assert.isFalse(yield* isCopied)
          })
        )
      }).pipe(Effect.provide(Layer.fresh(pool({ ...options, copies: false }))))
    })
  )
})

describe("a value that its type cannot hold", () => {
  it("is not encoded", () => {
    const rows = new CopyRows(1, 0)
    assert.throws(() => rows.int8(1.5), RangeError)
    assert.throws(() => rows.int8(2 ** 53), RangeError)
    assert.throws(() => rows.int2(40_000), RangeError)
    assert.throws(() => rows.int2(Number.NaN), RangeError)
    assert.throws(() => rows.instant(Number.NaN), RangeError)
    assert.throws(() => rows.uuid("a2"), TypeError)
  })
})

layer(TestDatabase, { excludeTestServices: true })("a pool that copies", (it) => {
  it.effect("finds out that its driver can, and another pool that it cannot", () =>
    Effect.gen(function* () {
      const copying = yield* Effect.provide(SqlClient.SqlClient, Layer.fresh(pool(options)))
      assert.isTrue(canCopy(copying))
      yield* Effect.gen(function* () {
        const plain = yield* PgClient.PgClient
        yield* noteCopying(plain)
        assert.isFalse(canCopy(plain))
        assert.strictEqual((yield* plain`select 1`).length, 1, "the connection is usable")
      }).pipe(Effect.provide(Layer.fresh(pool({ ...options, copies: false }))))
    })
  )

  it.effect("speaks TLS where the url asks for it, and refuses a server without", () =>
    Effect.gen(function* () {
      const given = yield* DatabaseUrl
      const url = new URL(Redacted.value(given))
      const server = addressOf(given)!
      const before = tls.getCACertificates("default")
      const over = (answer: "S" | "N", mode: string) =>
        Effect.gen(function* () {
          const proxy = yield* Effect.acquireRelease(
            Effect.callback<net.Server>((resume) => {
              const listener = net.createServer((raw) => {
                raw.on("error", () => {})
                raw.once("data", () => {
                  raw.write(answer)
                  const client =
                    answer === "N"
                      ? raw
                      : new tls.TLSSocket(raw, {
                          isServer: true,
                          cert: localCertificate,
                          key: localCertificateKey
                        })
                  client.on("error", () => {})
                  const upstream = net.connect(
                    server.host.startsWith("/") ? { path: `${server.host}/.s.PGSQL.${server.port}` } : server
                  )
                  upstream.on("error", () => {})
                  client.pipe(upstream).pipe(byteByByte()).pipe(client)
                })
              })
              listener.listen(0, "127.0.0.1", () => resume(Effect.succeed(listener)))
            }),
            (listener) => Effect.sync(() => listener.close())
          )
          const proxied = new URL(url)
          proxied.hostname = "localhost"
          proxied.port = String((proxy.address() as net.AddressInfo).port)
          proxied.searchParams.delete("host")
          proxied.searchParams.set("sslmode", mode)
          return yield* Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            yield* sql`create table if not exists secrets (n int8)`
            const rows = rowOf((to) => to.int8(1))
            return yield* sql.withTransaction(copyIn(sql, "copy secrets from stdin (format binary)", rows))
          }).pipe(
            Effect.provide(
              Layer.fresh(pool(options)).pipe(
                Layer.provide(Layer.succeed(DatabaseUrl, Redacted.make(proxied.href)))
              )
            )
          )
        }).pipe(Effect.scoped)
      const untrusted = yield* Effect.flip(over("S", "require"))
      assert.match(String(untrusted), /self-signed/)
      tls.setDefaultCACertificates([...before, localCertificate])
      yield* Effect.gen(function* () {
        assert.isTrue(yield* over("S", "require"))
        assert.isTrue(yield* over("S", "prefer"))
        assert.isTrue(yield* over("N", "prefer"))
        assert.match(String(yield* Effect.flip(over("N", "require"))), /does not support TLS/)
      }).pipe(Effect.ensuring(Effect.sync(() => tls.setDefaultCACertificates(before))))
    })
  )
})

describe("the address of a server", () => {
  const address = (url: string) => addressOf(Redacted.make(url))

  it("is read from the url as the driver reads it", () => {
    assert.deepStrictEqual(address("postgres://a:b@db.example.org/c"), {
      host: "db.example.org",
      port: 5432,
      tls: "off"
    })
    assert.deepStrictEqual(address("postgres://a@[::1]:6000/c?sslmode=verify-full"), {
      host: "::1",
      port: 6000,
      tls: "require"
    })
    assert.deepStrictEqual(address("postgres:///c?host=/run/pg&port=6001&sslmode=prefer"), {
      host: "/run/pg",
      port: 6001,
      tls: "prefer"
    })
    assert.isNull(address("nonsense"))
  })
})
