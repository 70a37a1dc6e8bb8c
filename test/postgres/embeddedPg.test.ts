// Real processes and real signals, seen in /proc: on Linux. Most tests share one cluster and leave it without
// a server.
import { PgClient } from "@effect/sql-pg"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Redacted, Schedule, Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { execFileSync, spawn } from "node:child_process"
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { dirname, join, resolve } from "node:path"
import { embeddedPg } from "../../src/postgres/EmbeddedPg.ts"
import { chooseAccount } from "../../src/postgres/account.ts"
import { MAY_MOUNT } from "../support/disk.ts"
import { findBinaries, makeRunnable } from "../../src/postgres/binaries.ts"
import { attempt } from "../../src/postgres/EmbeddedPgError.ts"
import { toArguments } from "../../src/postgres/settings.ts"
import { serverMessage } from "../../src/store/sql/serverMessage.ts"
import { joinUsers, makeFifo, openBothEnds } from "../../src/postgres/UserCount.ts"
import { spawnWatched } from "../../src/postgres/watchdog.ts"
import { nothingLeft, nothingRuns, processesOf, startUser } from "../support/processes/processes.ts"
import { STORY } from "../support/stories.ts"

mkdirSync(".scratch", { recursive: true })
const scratch = resolve(mkdtempSync(".scratch/embedded-"))
chmodSync(scratch, 0o755)
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const shared = join(scratch, "shared", "pg")
const NOBODY = 65534

const query = (url: string | undefined, statement = "select 1 as answer") =>
  Effect.flatMap(PgClient.makeClient({ url: Redacted.make(url ?? "") }), (sql) => sql.unsafe(statement)).pipe(
    Effect.scoped,
    Effect.provide(Reactivity.layer)
  )
const answers = (url: string | undefined) =>
  Effect.map(query(url), (rows) => assert.deepStrictEqual(rows, [{ answer: 1 }]))

/** A seat of this process, as of a program, given back by `close`. */
const takeSeat = (dataDir: string) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const { adopted, url } = yield* Scope.provide(embeddedPg({ dataDir }), scope)
    return { adopted, url: Redacted.value(url), close: Scope.close(scope, Exit.void) }
  })

describe.runIf(process.platform === "linux")("the embedded database", () => {
  it.live("starts cold, with a database and a log of its own, and as an account other than root", () =>
    Effect.gen(function* () {
      const user = yield* startUser(shared)
      assert.isFalse(user.said.adopted)
      assert.deepStrictEqual(
        yield* query(
          user.said.url,
          "select current_database() as db, current_user as who, " +
            "current_setting('synchronous_commit') as durable"
        ),
        [{ db: "pugmark", who: "pugmark", durable: "on" }]
      )
      assert.notStrictEqual(statSync(shared).uid, 0)
      assert.include(
        readFileSync(join(scratch, "shared", "postgres.txt"), "utf8"),
        "ready to accept connections"
      )
      yield* user.end("SIGTERM")
      yield* nothingLeft(shared)
    })
  )

  const WAY = "select inet_server_addr() is null as by_socket"

  it.live("is reached by its socket, which the accounts of others cannot enter; by the network too", () =>
    Effect.gen(function* () {
      const user = yield* startUser(shared)
      assert.deepStrictEqual(yield* query(user.said.url, WAY), [{ by_socket: true }])
      assert.strictEqual(statSync(shared).mode & 0o077, 0)
      const network = new URL(user.said.url ?? "")
      network.searchParams.delete("host")
      assert.deepStrictEqual(yield* query(network.href, WAY), [{ by_socket: false }])
      network.password = "guess"
      network.searchParams.set("host", shared)
      const refused = yield* Effect.flip(query(network.href))
      assert.include(serverMessage(refused), "password authentication failed")
      yield* user.end("SIGTERM")
      yield* nothingLeft(shared)
    })
  )

  it.live(
    "is reached by the network where its directory's name is too long for a socket",
    () =>
      Effect.gen(function* () {
        const deep = join(scratch, "a".repeat(100), "pg")
        const seat = yield* takeSeat(deep)
        assert.deepStrictEqual(yield* query(seat.url, WAY), [{ by_socket: false }])
        yield* seat.close
        yield* nothingLeft(deep)
      }),
    STORY
  )

  for (const signal of ["Ctrl-C", "SIGTERM"] as const) {
    it.live(
      `answers while the program drains after ${signal}, and is gone when the program is`,
      () =>
        Effect.gen(function* () {
          const user = yield* startUser(shared)
          assert.deepStrictEqual(yield* user.end(signal), { draining: true })
          assert.deepStrictEqual(processesOf(shared), [])
          yield* nothingLeft(shared)
        }),
      STORY
    )
  }

  it.live("leaves no orphan and no pid file when its only user is killed", () =>
    Effect.gen(function* () {
      const user = yield* startUser(shared)
      yield* user.end("SIGKILL")
      yield* nothingLeft(shared)
    })
  )

  /** One that followed another into death needs no killing. */
  const kill = (pid: number) => {
    try {
      process.kill(pid, "SIGKILL")
    } catch (e) {
      if (!(e instanceof Error && "code" in e && e.code === "ESRCH")) throw e
    }
  }

  it.live(
    "starts again after everything was killed at once",
    () =>
      Effect.gen(function* () {
        const user = yield* startUser(shared)
        yield* query(user.said.url, "create table kept as select 7 as n")
        for (const pid of [user.pid, ...processesOf(shared)]) kill(pid)
        assert.isTrue(existsSync(join(shared, "postmaster.pid")))
        const next = yield* startUser(shared)
        assert.isFalse(next.said.adopted)
        assert.deepStrictEqual(yield* query(next.said.url, "select n from kept"), [{ n: 7 }])
        const { port } = new URL(next.said.url ?? "")
        assert.sameMembers(
          readdirSync(shared).filter((name) => name.startsWith(".s.")),
          [`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`],
          "the socket of the server that was killed is gone"
        )
        yield* next.end("SIGTERM")
        yield* nothingLeft(shared)
      }),
    STORY
  )

  it.live(
    "comes back on its port when it dies while somebody uses it, and leaves with them",
    () =>
      Effect.gen(function* () {
        const user = yield* startUser(shared)
        yield* query(user.said.url, "create table kept_too as select 8 as n")
        const postmaster = Number(readFileSync(join(shared, "postmaster.pid"), "utf8").split("\n")[0])
        kill(postmaster)
        const rows = yield* query(user.said.url, "select n from kept_too").pipe(
          Effect.retry({ schedule: Schedule.spaced("50 millis"), times: 200 })
        )
        assert.deepStrictEqual(rows, [{ n: 8 }])
        assert.include(readFileSync(join(scratch, "shared", "postgres.txt"), "utf8"), "starting it again")
        yield* user.end("SIGTERM")
        yield* nothingLeft(shared)
      }),
    STORY
  )

  it.live(
    "does not come back when its last user leaves while it is dead",
    () =>
      Effect.gen(function* () {
        const user = yield* startUser(shared)
        kill(Number(readFileSync(join(shared, "postmaster.pid"), "utf8").split("\n")[0]))
        yield* user.end("SIGKILL")
        yield* nothingRuns(shared)
      }),
    STORY
  )

  it.live("starts when the number in a stale pid file belongs to another process by now", () =>
    Effect.gen(function* () {
      const { gid, uid } = statSync(shared)
      const stranger = yield* Effect.acquireRelease(
        Effect.sync(() => spawn("sleep", ["60"], { uid, gid, cwd: "/", stdio: "ignore" })),
        (child) => Effect.sync(() => child.kill("SIGKILL"))
      )
      const file = join(shared, "postmaster.pid")
      writeFileSync(
        file,
        `${stranger.pid}\n${shared}\n1700000000\n5432\n\n127.0.0.1\n   123456     1234\nready   \n`
      )
      chownSync(file, uid, gid)
      const seat = yield* takeSeat(shared)
      yield* answers(seat.url)
      yield* seat.close
      yield* nothingLeft(shared)
    })
  )

  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    it.live(
      `lives on for a second process when ${signal} ends the one that started it, and stops with the second`,
      () =>
        Effect.gen(function* () {
          const first = yield* startUser(shared)
          const second = yield* startUser(shared)
          assert.deepStrictEqual([first.said.adopted, second.said.adopted], [false, true])
          assert.strictEqual(first.said.url, second.said.url)
          yield* first.end(signal)
          yield* answers(second.said.url)
          const third = yield* startUser(shared)
          assert.isTrue(third.said.adopted)
          yield* second.end(signal)
          yield* answers(third.said.url)
          yield* third.end(signal)
          yield* nothingLeft(shared)
        }),
      STORY
    )
  }

  it.live("does not count what its users spawn", () =>
    Effect.gen(function* () {
      const user = yield* startUser(shared)
      assert.isFalse(user.said.inherits)
      yield* user.end("SIGTERM")
      yield* nothingLeft(shared)
    })
  )

  it.live(
    "is started once by processes that come together, on a directory that does not exist",
    () =>
      Effect.gen(function* () {
        const dataDir = join(scratch, "together", "pg")
        const users = yield* Effect.all([startUser(dataDir), startUser(dataDir), startUser(dataDir)], {
          concurrency: 3
        })
        assert.lengthOf(
          users.filter((u) => u.said.adopted),
          2
        )
        assert.strictEqual(new Set(users.map((u) => u.said.url)).size, 1)
        yield* Effect.forEach(users, (u) => answers(u.said.url))
        yield* Effect.forEach(users, (u) => u.end("SIGTERM"), { concurrency: 3 })
        yield* nothingLeft(dataDir)
      }),
    STORY
  )

  it.live(
    "gives whoever comes while it stops a server that answers",
    () =>
      Effect.gen(function* () {
        for (let wait = 0; wait < 20; wait += 2) {
          const seat = yield* takeSeat(shared)
          const [next] = yield* Effect.all(
            [
              // from before the last user leaves to after the server is gone
              Effect.andThen(Effect.sleep(wait), takeSeat(shared)),
              seat.close
            ],
            { concurrency: 2 }
          )
          yield* answers(next.url)
          yield* next.close
          yield* nothingLeft(shared)
        }
      }),
    STORY
  )

  it.live(
    "is not left behind when its starter dies before it listens to signals",
    () =>
      Effect.gen(function* () {
        const account = yield* Effect.promise(() => chooseAccount(shared))
        const { postgres } = yield* Effect.promise(() => findBinaries(account, scratch))
        const fifo = yield* makeFifo(shared, account)
        const { readEnd, writeEnd } = openBothEnds(fifo)
        const log = openSync(join(scratch, "early.log"), "a")
        const watchdog = spawnWatched({
          argv: [postgres, ...toArguments(shared, 54_321, {})],
          account,
          fifo,
          readEnd,
          log
        })
        for (const fd of [readEnd, log, writeEnd]) closeSync(fd)
        assert.isDefined(watchdog.pid)
        yield* nothingLeft(shared)
      }),
    STORY
  )

  it.live(
    "leaves nothing half made when its first start is interrupted",
    () =>
      Effect.gen(function* () {
        const dataDir = join(scratch, "interrupted", "pg")
        const first = yield* Effect.forkChild(takeSeat(dataDir))
        yield* Effect.suspend(() =>
          existsSync(dirname(dataDir)) && readdirSync(dirname(dataDir)).length > 0
            ? Effect.void
            : Effect.fail("not begun")
        ).pipe(Effect.retry({ schedule: Schedule.spaced("1 millis"), times: 2000 }))
        yield* Fiber.interrupt(first)
        assert.deepStrictEqual(readdirSync(dirname(dataDir)), [])
      }),
    STORY
  )

  it.live("does not touch a directory that holds something else", () =>
    Effect.gen(function* () {
      const dataDir = join(scratch, "else", "pg")
      mkdirSync(dataDir, { recursive: true })
      writeFileSync(join(dataDir, "letter.txt"), "dear")
      const { message } = yield* Effect.flip(takeSeat(dataDir))
      assert.include(message, "exists and is not a PostgreSQL cluster")
      assert.strictEqual(readFileSync(join(dataDir, "letter.txt"), "utf8"), "dear")
    })
  )

  it.live("repeats PostgreSQL's own words when it does not start", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(
        Effect.scoped(embeddedPg({ dataDir: shared, flags: { shared_buffers: "plenty" } }))
      )
      assert.include(message, 'invalid value for parameter "shared_buffers"')
      yield* nothingLeft(shared)
    })
  )
})

/** What npm leaves of the programs when it runs no install scripts. */
const programs = (name: string) =>
  Effect.promise(async () => {
    const { postgres } = await findBinaries(null, scratch)
    const native = join(scratch, `${name}-programs`, "package", "native")
    cpSync(dirname(dirname(postgres)), native, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !lstatSync(path).isSymbolicLink()
    })
    return native
  })

describe.runIf(process.platform === "linux")("the programs that npm installed", () => {
  it.live("run without their package's install script", () =>
    Effect.gen(function* () {
      const native = yield* programs("bare")
      assert.isFalse(existsSync(join(native, "lib", "libicuuc.so.60")))
      assert.deepStrictEqual(yield* Effect.promise(() => makeRunnable(native, "bare", null, scratch)), {
        initdb: join(native, "bin", "initdb"),
        postgres: join(native, "bin", "postgres")
      })
    })
  )

  it.live("that do not run here are an error that says what to do", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(
        attempt("cannot prepare", () => makeRunnable(join(scratch, "nothing"), "none", null, scratch))
      )
      assert.match(message, /does not run on this machine .* Set DATABASE_URL/)
    })
  )
})

describe.runIf(MAY_MOUNT)("programs that npm installed in a folder that is read-only by now", () => {
  const readOnly = (directory: string) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        execFileSync("mount", ["--bind", directory, directory])
        execFileSync("mount", ["-o", "remount,bind,ro", directory])
      }),
      () => Effect.sync(() => execFileSync("umount", ["-l", directory]))
    )

  it.live("run from a copy in DATA_DIR, or say what is in the way", () =>
    Effect.gen(function* () {
      const native = yield* programs("mounted"),
        dataDir = join(scratch, "copied")
      yield* readOnly(native)
      const found = yield* Effect.promise(() => makeRunnable(native, "mounted", null, dataDir))
      assert.strictEqual(found.postgres, join(dataDir, "postgresql-mounted", "bin", "postgres"))
      const { message } = yield* Effect.flip(
        attempt("cannot prepare", () => makeRunnable(native, "mounted", null, native))
      )
      assert.match(message, /lacks links between its libraries, .*EROFS.*npm run prepare/)
      assert.notInclude(message, "glibc")
    }).pipe(Effect.scoped)
  )
})

describe("a newcomer", () => {
  const come = (cluster: string) => Effect.scoped(joinUsers(cluster))
  const reader = (cluster: string) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        mkdirSync(cluster)
        execFileSync("mkfifo", [join(cluster, "users.fifo")])
        const { readEnd, writeEnd } = openBothEnds(join(cluster, "users.fifo"))
        closeSync(writeEnd)
        return readEnd
      }),
      (readEnd) => Effect.sync(() => closeSync(readEnd))
    )

  it.live("is not counted by a watchdog that has read its last end-of-file and not left yet", () =>
    Effect.gen(function* () {
      const cluster = join(scratch, "silent")
      yield* reader(cluster)
      assert.isFalse(yield* come(cluster))
    })
  )

  it.live("is not counted where a FIFO lies that nobody reads, or none", () =>
    Effect.gen(function* () {
      const cluster = join(scratch, "left")
      yield* Effect.scoped(reader(cluster))
      assert.isFalse(yield* come(cluster))
      assert.isFalse(yield* come(join(scratch, "nowhere")))
    })
  )
})

describe.runIf(process.getuid?.() === 0)("the embedded database, when root starts it", () => {
  it.live(
    "runs as the account its directory belongs to",
    () =>
      Effect.gen(function* () {
        const home = join(scratch, "ordinary")
        mkdirSync(home)
        chownSync(home, NOBODY, NOBODY)
        const user = yield* startUser(join(home, "pg"), { uid: NOBODY, gid: NOBODY })
        yield* answers(user.said.url)
        assert.strictEqual(statSync(join(home, "pg")).uid, NOBODY)
        const root = yield* startUser(join(home, "pg"))
        assert.isTrue(root.said.adopted)
        yield* user.end("SIGTERM")
        yield* answers(root.said.url)
        yield* root.end("SIGTERM")
        yield* nothingLeft(join(home, "pg"))
      }),
    STORY
  )

  it.live("tells an ordinary user whose directory it is", () =>
    Effect.gen(function* () {
      const user = yield* startUser(shared, { uid: NOBODY, gid: NOBODY })
      assert.match(
        user.said.failed ?? "",
        /belongs to uid \d+\. Start Pugmark under that account, or choose another DATA_DIR/
      )
    })
  )

  it.live(
    "takes shelter in /var/lib when root asks for it below a closed directory",
    () =>
      Effect.gen(function* () {
        const closed = join(scratch, "closed")
        mkdirSync(closed, { mode: 0o700 })
        const dataDir = join(closed, "data", "pg")
        const user = yield* startUser(dataDir)
        assert.isTrue(lstatSync(dataDir).isSymbolicLink())
        yield* Effect.addFinalizer(() =>
          Effect.sync(() => rmSync(dirname(readlinkSync(dataDir)), { recursive: true }))
        )
        yield* answers(user.said.url)
        const second = yield* startUser(dataDir)
        assert.isTrue(second.said.adopted)
        yield* Effect.forEach([user, second], (u) => u.end("SIGKILL"))
        yield* nothingLeft(dataDir)
      }),
    STORY
  )

  it.live(
    "runs from a copy of programs that lie below a closed directory",
    () =>
      Effect.gen(function* () {
        const native = yield* programs("closed")
        chmodSync(dirname(dirname(native)), 0o700)
        const version = `test-${process.pid}`
        yield* Effect.addFinalizer(() =>
          Effect.sync(() =>
            rmSync(`/var/lib/pugmark/postgresql-${version}`, { recursive: true, force: true })
          )
        )
        const found = yield* Effect.promise(() =>
          makeRunnable(native, version, { uid: NOBODY, gid: NOBODY }, scratch)
        )
        assert.strictEqual(found.postgres, `/var/lib/pugmark/postgresql-${version}/bin/postgres`)
      }),
    STORY
  )
})
