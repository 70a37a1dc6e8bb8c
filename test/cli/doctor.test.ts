// The doctor on set-ups that are broken in the ways set-ups break: each fault is named, with its fix, all of
// them in one visit.
import { assert, it, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { Scope } from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { createServer as createPlain } from "node:http"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { type AddressInfo, createServer, type Server } from "node:net"
import { join } from "node:path"
import { runCommand } from "../../src/cli/commands.ts"
import { checkDataDir, checkNode } from "../../src/cli/doctor/checkMachine.ts"
import { PARTITIONS } from "../../src/domain/intake/LogEntry.ts"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { storedAccess } from "../../src/store/roles/access.ts"
import { loginRoles, roleNameOf } from "../../src/store/roles/names.ts"
import { BOT_TOKEN, openBotServer } from "../support/outside/botServer.ts"
import { placeEngine } from "../support/sql/placeEngine.ts"
import { TestSql } from "../support/sql/database.ts"
import { asSuperuser, makeDatabase, makeOwner, on, prepare } from "../support/sql/owners.ts"
import { smallDisk } from "../support/disk.ts"
import { freePort, temporaryDirectory } from "../support/machine.ts"

const visit = (env: Readonly<Record<string, string>>) =>
  Effect.promise(async () => {
    const said: Array<string> = []
    const code = await runCommand(["doctor"], env, {
      say: (line) => void said.push(line),
      complain: (line) => void said.push(line),
      progress: () => {}
    })
    return { code, said: said.join("\n") }
  })

/** A set-up that is well: a directory, a free port, the test's database. */
const setUp = Effect.gen(function* () {
  return {
    DATA_DIR: join(yield* temporaryDirectory, "data"),
    PORT: String(yield* freePort),
    DATABASE_URL: Redacted.value(yield* DatabaseUrl)
  }
})

const taken = (server: Server): Effect.Effect<number, never, Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      await once(server.listen(0, "127.0.0.1"), "listening")
      return (server.address() as AddressInfo).port // it listens on TCP
    }),
    () => Effect.sync(() => void server.close())
  )

/** The fault of one kind, and its fix. */
const faultOf = (said: string, what: string): string =>
  new RegExp(`^FAULT  ${what} .*\\n.*Fix: .*$`, "m").exec(said)?.[0] ??
  assert.fail(`no fault of ${what}: ${said}`)

layer(TestSql, { excludeTestServices: true, timeout: "60 seconds" })("the doctor", (it) => {
  it.effect("finds nothing at fault where nothing is, and says what it saw", () =>
    Effect.gen(function* () {
      const { code, said } = yield* visit(yield* setUp)
      assert.strictEqual(code, 0, said)
      for (const what of [
        "Node",
        "Data directory",
        "Port",
        "PostgreSQL",
        "Database roles",
        "Clock",
        "Schema"
      ])
        assert.match(said, new RegExp(`^ok     ${what} `, "m"))
      assert.include(said, "No role of Pugmark is at work on this database.")
      assert.notInclude(said, "FAULT")
    })
  )

  it.effect("names all faults in one visit: a wrong address, no room, a port that is taken", () =>
    Effect.gen(function* () {
      const port = yield* taken(createServer())
      const directory = yield* temporaryDirectory
      writeFileSync(join(directory, "file"), "")
      const { code, said } = yield* visit({
        DATA_DIR: join(directory, "file", "data"),
        PORT: String(port),
        DATABASE_URL: `postgresql://pugmark:hunter2@127.0.0.1:${yield* freePort}/pugmark`
      })
      assert.strictEqual(code, 1)
      assert.match(faultOf(said, "Data directory"), /ENOTDIR[\s\S]*set DATA_DIR to a directory/)
      assert.match(
        faultOf(said, "Port"),
        new RegExp(`Another program listens on port ${port}\\.[\\s\\S]*set PORT to another`)
      )
      assert.match(faultOf(said, "Database"), /ECONNREFUSED[\s\S]*correct host and port in DATABASE_URL/)
      assert.include(said, "3 faults.")
      assert.notInclude(said, "hunter2")
    })
  )

  it.effect("tells a wrong user, password, database and address apart", () =>
    Effect.gen(function* () {
      const well = yield* setUp
      const broken = (change: (url: URL) => void) =>
        Effect.gen(function* () {
          const url = new URL(well.DATABASE_URL)
          url.searchParams.delete("host") // by the network, where ports can be wrong
          change(url)
          return faultOf((yield* visit({ ...well, DATABASE_URL: url.href })).said, "Database")
        })
      assert.match(
        yield* broken((url) => {
          url.password = "guess"
        }),
        /Correct user and password/
      )
      const { hostname, port, username } = new URL(well.DATABASE_URL)
      assert.include(
        yield* broken((url) => {
          url.pathname = "/nowhere"
        }),
        `createdb -h ${hostname} -p ${port} -U ${username} nowhere`
      )
      const web = yield* taken(
        createServer(
          (socket) =>
            void socket
              .on("error", () => {})
              .once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))
        )
      )
      assert.match(
        yield* broken((url) => {
          url.host = `127.0.0.1:${web}`
        }),
        /does not answer as a PostgreSQL does/
      )
      assert.match(
        yield* broken((url) => {
          url.hostname = "nobody.invalid"
        }),
        /nobody knows the name|name servers/
      )
      assert.match(
        faultOf((yield* visit({ ...well, DATABASE_URL: "mysql://localhost/x" })).said, "Database"),
        /postgresql:\/\/user:password@host/
      )
    })
  )

  it.effect("refuses a PostgreSQL that is too old, with what to do", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient,
        well = yield* setUp
      const [{ name }] = (yield* sql<{ name: string }>`select current_database()::text as name`) as [
        { name: string }
      ]
      yield* sql`create schema old`
      yield* sql`create function old.current_setting(what text) returns text language sql as $$
        select case what when 'server_version_num' then '140011'
        when 'server_version' then '14.11' else pg_catalog.current_setting(what) end $$`
      yield* sql.unsafe(`alter database ${name} set search_path = old, pg_catalog, public`)
      const { code, said } = yield* visit(well)
      yield* sql.unsafe(`alter database ${name} reset search_path`)
      assert.strictEqual(code, 1)
      assert.match(
        faultOf(said, "Database"),
        /needs PostgreSQL 15 or newer; the server at .* is 14\.11\.[\s\S]*Upgrade that server/
      )
    })
  )

  it.effect(
    "a schema that is behind is to be noted, one of a newer program and a changed file are faults",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient,
          well = yield* setUp
        const [last] = yield* sql<{
          id: number
          name: string
          checksum: string
        }>`select id, name, checksum from schema_migrations order by id desc limit 1`
        yield* sql`delete from schema_migrations where id = ${last!.id}`
        assert.match(
          (yield* visit(well)).said,
          /^note   Schema .*1 of \d+ migrations are not applied.*\n.*Fix: .*node src\/main\.ts migrate/m
        )
        yield* sql`insert into schema_migrations (id, name, checksum)
          values (${last!.id}, ${last!.name}, 'another')`
        assert.match(faultOf((yield* visit(well)).said, "Schema"), /was applied with another text/)
        yield* sql`update schema_migrations set checksum = ${last!.checksum} where id = ${last!.id}`
        yield* sql`insert into schema_migrations (id, name, checksum) values (9999, '9999_future.sql', 'x')`
        assert.match(faultOf((yield* visit(well)).said, "Schema"), /A newer Pugmark has used it/)
        yield* sql`delete from schema_migrations where id = 9999`
      })
  )

  it.effect("reads in the database who is at work, and what is wrong with it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient,
        well = yield* setUp
      for (const role of ["serve", "work", "delivery", "listen", "analyse"])
        yield* sql`select beat(${`x/${role}`}, ${role}, 1, '{}'::jsonb)`
      yield* sql`update worker_heartbeats set started_at = now() - interval '2 minutes'`
      const { code, said } = yield* visit(well)
      assert.strictEqual(code, 1)
      assert.match(faultOf(said, "Service"), /role engine has been seen[\s\S]*node src\/main\.ts engine/)
      yield* sql`select beat('x/engine', 'engine', 1, '{}'::jsonb)`
      const mended = yield* visit(well)
      assert.strictEqual(mended.code, 0, mended.said)
      assert.match(mended.said, /alive, and since when they said so: serve \d s, engine \d s/)
      yield* sql`delete from worker_heartbeats`
    })
  )

  it.effect("says how many engines run, what each owns, and what to do where none owns a partition", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient,
        well = yield* setUp
      for (const role of ["serve", "engine", "work", "delivery", "listen", "analyse"])
        yield* sql`select beat(${`alp-1:1/${role}`}, ${role}, 1, '{}'::jsonb)`
      yield* sql`update worker_heartbeats set started_at = now() - interval '2 minutes'`
      const partitions = Array.from({ length: PARTITIONS }, (_, partition) => partition)
      const findingOf = Effect.gen(function* () {
        const { code, said } = yield* visit(well)
        assert.strictEqual(code, 0, said)
        return /^.* Partitions .*(?:\n +Fix: .*)?/m.exec(said)?.[0].replaceAll(/\s+/g, " ")
      })
      const reset = Effect.andThen(
        sql`delete from cluster_runners`,
        sql`update partition_cursor set owner = null`
      )
      yield* placeEngine("alp-1:1", partitions.slice(3))
      yield* placeEngine("alp-1:2", partitions.slice(0, 3))
      assert.strictEqual(
        yield* findingOf,
        `ok Partitions 2 engines for ${PARTITIONS} partitions: alp-1:1 has ${PARTITIONS - 3}, alp-1:2 has 3`
      )
      yield* sql`update cluster_runners set last_heartbeat = now() - interval '6 seconds'
        where address like 'alp-1:2/%'`
      assert.strictEqual(
        yield* findingOf,
        `note Partitions No engine owns 3 of ${PARTITIONS} partitions, whose records wait; 1 engine: alp-1:1 has ` +
          `${PARTITIONS - 3}. Fix: Look again in ten seconds: engines that run claim what another left, as alp-1:2 ` +
          "did. If it stays so, the log of the engines says what holds them (DATA_DIR/log/engine.jsonl)."
      )
      yield* reset
      assert.match(
        (yield* findingOf)!,
        new RegExp(`No engine owns ${PARTITIONS} of .*; no engine runs. Fix: An engine ended a moment ago`)
      )
      yield* sql`update worker_heartbeats set started_at = now()`
      assert.include(
        yield* findingOf,
        "Fix: Look again in a minute: engines claim partitions when they start."
      )
      yield* sql`update worker_heartbeats set started_at = now() - interval '2 minutes',
        beat_at = case when role = 'engine' then now() - interval '31 seconds' else now() end`
      assert.match(
        (yield* visit(well)).said,
        /^note {3}Partitions .*no engine runs\.\n.*Fix: Start an engine: node src\/main\.ts engine/m
      )
      yield* sql`delete from worker_heartbeats`
    })
  )

  it.effect(
    "a service that has just started is at no fault: it says so, and which roles are still to come",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient,
          well = yield* setUp
        const beat = (role: string) => sql`select beat(${`x/${role}`}, ${role}, 1, '{}'::jsonb)`
        yield* beat("serve")
        const { code, said } = yield* visit(well)
        assert.strictEqual(code, 0, said)
        assert.match(said, /^ok {5}Service +just started, \d s ago; alive/m)
        assert.match(
          said,
          /^note {3}Service +The service has just started \(\d s ago\), and no worker of the role engine has said yet.*\n.*Fix: Look again in a minute/m
        )
        assert.notInclude(said, "FAULT")
        // a minute later it is one
        yield* sql`update worker_heartbeats set started_at = now() - interval '61 seconds'`
        assert.strictEqual((yield* visit(well)).code, 1)
        // who was silent and beats again was started again, under whatever name
        yield* sql`update worker_heartbeats set beat_at = now() - interval '31 seconds'`
        yield* beat("serve")
        assert.strictEqual((yield* visit(well)).code, 0)
        yield* sql`delete from worker_heartbeats`
      })
  )

  it.effect(
    "where a Pugmark answers and nobody has beaten yet, it has just started or works on another database",
    () =>
      Effect.gen(function* () {
        const well = yield* setUp
        const port = yield* taken(
          createPlain((_, response) =>
            response.setHeader("content-type", "application/json").end('{"name":"Pugmark"}')
          )
        )
        const { code, said } = yield* visit({ ...well, PORT: String(port) })
        assert.strictEqual(code, 0, said)
        assert.match(
          said,
          /^note {3}Service +A Pugmark answers here.*just started, or it works on another database\.\n.*Fix: Look again in a minute/m
        )
      })
  )

  it.effect("tells a Pugmark on its port from another program", () =>
    Effect.gen(function* () {
      const well = yield* setUp
      const port = yield* taken(
        createPlain((_, response) =>
          response.setHeader("content-type", "application/json").end('{"name":"Pugmark"}')
        )
      )
      assert.match(
        (yield* visit({ ...well, PORT: String(port) })).said,
        new RegExp(`^ok     Port +Pugmark answers on 127.0.0.1:${port}`, "m")
      )
      assert.match(
        faultOf((yield* visit({ ...well, HOST: "192.0.2.1" })).said, "Port"),
        /is not an address of this machine/
      )
    })
  )

  it.effect("tries the mail server and the bot where they are set up, and never says their secrets", () =>
    Effect.gen(function* () {
      const well = yield* setUp
      const bot = yield* openBotServer
      const env = {
        ...well,
        SMTP_URL: `smtp://u:hunter2@127.0.0.1:${yield* freePort}`,
        MAIL_FROM: "a@example.org",
        TELEGRAM_BOT_TOKEN: "12345:abcdefghijklmnopqrstuvwxyz",
        TELEGRAM_API_URL: `http://127.0.0.1:${yield* freePort}`
      }
      const { code, said } = yield* visit(env)
      assert.strictEqual(code, 1)
      assert.match(faultOf(said, "Mail"), /587 is usual/)
      assert.match(faultOf(said, "Telegram"), /ECONNREFUSED[\s\S]*TELEGRAM_API_URL/)
      for (const secret of ["hunter2", "abcdefghijklmnopqrstuvwxyz"]) assert.notInclude(said, secret)
      assert.match(
        (yield* visit({ ...env, TELEGRAM_API_URL: bot.url, TELEGRAM_BOT_TOKEN: BOT_TOKEN })).said,
        /^ok     Telegram +the bot is @/m
      )
    })
  )

  it.effect("a setting that cannot be used is named first", () =>
    Effect.gen(function* () {
      const { code, said } = yield* visit({ ...(yield* setUp), PORT: "eighty" })
      assert.strictEqual(code, 1)
      assert.match(faultOf(said, "Settings"), /PORT=eighty cannot be used/)
    })
  )
})

it.effect(
  "says of each role of the database what is the matter: missing, refused, more than a login, " +
    "with rights that it should not have",
  () =>
    Effect.scoped(
      Effect.gen(function* () {
        const owner = yield* makeOwner(),
          database = yield* makeDatabase(owner),
          DATABASE_URL = Redacted.value(database)
        yield* prepare(database)
        const env = {
          DATA_DIR: join(yield* temporaryDirectory, "data"),
          PORT: String(yield* freePort),
          DATABASE_URL
        }
        const [api, ingest, engine, work, analysis] = yield* Effect.map(
          on(database)(storedAccess),
          (access) => loginRoles.map((role) => roleNameOf(role, access!.suffix))
        )
        const well = yield* visit(env)
        assert.match(well.said, /^ok     Database roles +5 logins/m)
        assert.strictEqual(well.code, 0, well.said)
        yield* asSuperuser([`alter role ${owner} nocreaterole`])
        assert.match((yield* visit(env)).said, /^note   Database user .*those of this database are there/m)

        yield* asSuperuser([
          `alter role ${ingest} password 'by hand'`,
          `alter role ${engine} createdb createrole`,
          `grant pg_read_all_data to ${work}`
        ])
        yield* asSuperuser([`drop owned by ${api}`, `grant select on users to ${analysis}`], database)
        yield* asSuperuser([`drop role ${api}`])
        const { code, said } = yield* visit(env)
        assert.strictEqual(code, 1)
        for (const [what, fix] of [
          [`${api} is not in this server`, "as the owner of the database: it makes the role, by this name."],
          [
            `${ingest} is refused: password authentication failed for user "${ingest}"`,
            "it sets the password again"
          ],
          [
            `${engine} is more than a login: createrole, createdb.`,
            `ALTER ROLE ${engine} NOCREATEROLE NOCREATEDB`
          ],
          [`${work} may act as pg_read_all_data.`, `REVOKE "pg_read_all_data" FROM ${work};`],
          [`Rights that nobody should have: ${analysis} select public.users.`, "it takes them away"],
          ["Rights are missing: ", "it gives them again"],
          [`${owner} may not make roles.`, `ALTER ROLE "${owner}" CREATEROLE`]
        ] as const)
          assert.include(said.slice(said.indexOf(what)).split("\n").slice(0, 2).join(" "), fix, said)
        assert.notInclude(said, new URL(DATABASE_URL).password)

        yield* asSuperuser([
          `alter role ${owner} createrole`,
          `alter role ${engine} nocreatedb nocreaterole`,
          `revoke pg_read_all_data from ${work}`
        ])
        yield* prepare(database)
        assert.strictEqual((yield* visit(env)).code, 0)
      })
    ),
  30_000
)

it.effect("an embedded database that is not started yet is well", () =>
  Effect.gen(function* () {
    const { code, said } = yield* visit({
      DATA_DIR: join(yield* temporaryDirectory, "data"),
      PORT: String(yield* freePort)
    })
    assert.strictEqual(code, 0, said)
    assert.include(said, "the embedded PostgreSQL can run; it does not now")
  })
)

it("an old Node is named with the way to a newer one", () => {
  assert.deepStrictEqual(
    ["20.19.0", "22.18.0", "22.19.0", "24.0.0"].map((version) => checkNode(version).state),
    ["fault", "fault", "well", "well"]
  )
  assert.include(checkNode("20.19.0").fix, "npm start")
})

it.effect("a disk without room is told from a place that may not be written to", () =>
  Effect.gen(function* () {
    const disk = yield* smallDisk("64k"),
      directory = yield* temporaryDirectory
    const faultAt = (dataDir: string) =>
      Effect.map(checkDataDir(dataDir), ({ detail, fix, state }) => [state, detail, fix].join(" "))
    if (disk !== null) assert.match(yield* faultAt(join(disk, "data")), /^fault .*ENOSPC Free disk there/)
    writeFileSync(join(directory, "file"), "")
    if (process.platform === "linux")
      assert.match(yield* faultAt("/proc/pugmark/data"), /^fault .*ENOENT No directory can be made there/)
    assert.match(yield* faultAt(join(directory, "file")), /^fault .*EEXIST There is a file of this name/)
  })
)
