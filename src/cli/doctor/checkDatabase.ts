// The database: whether it lets us in, is new enough, has the schema, agrees about the time; and what the
// service says of itself in it.
import { Cause, Effect, Layer, Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { CLOCK_REMEDY, CLOCK_TOLERANCE_MS } from "../../domain/system/clocks.ts"
import { assessHealth } from "../../domain/system/assessHealth.ts"
import { startedAgo } from "../../domain/system/roleHealth.ts"
import type { HealthLine } from "../../domain/system/SystemHealth.ts"
import type { HealthLimits } from "../../domain/system/SystemLimits.ts"
import { MIGRATIONS_FOLDER, readMigrations } from "../../store/sql/Migrations.ts"
import { DatabaseError, DatabaseUrl, pool } from "../../store/sql/Pg.ts"
import { serverMessage } from "../../store/sql/serverMessage.ts"
import { SystemFacts } from "../../store/system/SystemFacts.ts"
import { checkPartitions } from "./checkPartitions.ts"
import { checkMaker, checkRoles } from "./checkRoles.ts"
import { codeOf, fault, type Finding, warning, well } from "./Finding.ts"

/** What to do about a database that does not let us in, by the code of the network or of PostgreSQL. */
const fixes: Readonly<Record<string, string>> = {
  ECONNREFUSED:
    "Start that PostgreSQL, or correct host and port in DATABASE_URL; it must listen on that address " +
    "(listen_addresses).",
  ENOTFOUND: "Correct the host in DATABASE_URL: nobody knows the name.",
  EAI_AGAIN: "The name servers do not answer: check the name resolution of this machine.",
  ETIMEDOUT:
    "Nobody answers there: check host and port in DATABASE_URL, whether it is a PostgreSQL that " +
    "listens there, and whether a firewall is between.",
  EHOSTUNREACH: "Check the host in DATABASE_URL, and the network between.",
  "28P01":
    "Correct user and password in DATABASE_URL; characters that mean something in addresses are " +
    "written as %XX.",
  "28000": "Correct the user in DATABASE_URL, or allow it in the server's pg_hba.conf.",
  "53300": "Raise max_connections of the server, or stop what else uses it.",
  "57P03": "The server is starting or stopping: look at its log, and ask again in a minute."
}

/** What is said of a server that speaks another language. */
const strange = /exceeds maxMessageSize|Connection closed unexpectedly|Failed to parse/

/** Returns the codes of an error and of what caused it. */
const codesOf = (error: unknown): Array<string> => {
  const codes: Array<string> = []
  for (let at = error; at instanceof Error; at = at.cause) codes.push(codeOf(at))
  return codes
}

/** The command that makes the database of an address. */
const createdb = (url: Redacted.Redacted): string => {
  const { hostname, pathname, port, username } = new URL(Redacted.value(url))
  return (
    `createdb -h ${hostname} -p ${port === "" ? "5432" : port} ` +
    `-U ${decodeURIComponent(username)} ${decodeURIComponent(pathname.slice(1))}`
  )
}

const unusable = (error: DatabaseError, url: Redacted.Redacted): Finding => {
  if (error.message.includes("needs PostgreSQL 15"))
    return fault(
      "Database",
      error.message,
      "Upgrade that server (pg_upgrade, or pg_dump and pg_restore into a newer one), or take " +
        "DATABASE_URL away: npm start brings a PostgreSQL of its own."
    )
  const codes = codesOf(error)
  if (codes.includes("3D000"))
    return fault("Database", error.message, `Make it: ${createdb(url)}; or correct the name in DATABASE_URL.`)
  if (error.message.endsWith("Connection timed out")) codes.push("ETIMEDOUT")
  if (strange.test(error.message))
    return fault(
      "Database",
      error.message,
      "What listens there does not answer as a PostgreSQL does, or hangs up: correct host and port in " +
        "DATABASE_URL (5432 is usual). If it is one, its log says more."
    )
  const said =
    codes.find((code) => code in fixes) ?? Object.keys(fixes).find((code) => error.message.includes(code))
  return fault(
    "Database",
    error.message,
    said === undefined
      ? "Correct DATABASE_URL, or what the server complains about; its log says more."
      : fixes[said]!
  )
}

const checkServer = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const sql = yield* SqlClient.SqlClient
  const [me] = yield* sql<{ name: string; may: boolean; version: string; encoding: string; clock: Date }>`
    select current_user::text as name, rolcreaterole
      or rolsuper as may, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding, clock_timestamp() as clock
    from pg_roles where rolname = current_user`
  const { clock, encoding, may, name, version } = me!,
    skew = clock.getTime() - Date.now()
  const findings: Array<Finding> = [well("PostgreSQL", version)]
  const roles = yield* checkRoles(url).pipe(
    Effect.catchTag("SqlError", (error) =>
      Effect.succeed([
        fault(
          "Database user",
          `${name} cannot look after the database: ${serverMessage(error)}`,
          "Let DATABASE_URL name the owner of the database."
        )
      ])
    )
  )
  findings.push(...(may ? [] : checkMaker(name, roles)), ...roles)
  if (encoding !== "UTF8")
    findings.push(
      fault(
        "Database encoding",
        `${encoding} cannot hold every name.`,
        "Make the database anew: createdb --encoding=UTF8 --template=template0 NAME."
      )
    )
  findings.push(
    Math.abs(skew) <= CLOCK_TOLERANCE_MS
      ? well("Clock", `agrees with the database's to ${Math.abs(skew)} ms`)
      : warning(
          "Clock",
          `This machine's is ${Math.round(Math.abs(skew) / 1000)} ` +
            `s ${skew < 0 ? "ahead of" : "behind"} the database's.`,
          CLOCK_REMEDY
        )
  )
  return findings
})

/** What is applied, against the files of this program. */
const checkMigrations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const files = yield* readMigrations(MIGRATIONS_FOLDER)
  const applied = yield* sql<{
    id: number
    checksum: string
  }>`select id, checksum from schema_migrations order by id`.pipe(
    Effect.orElseSucceed((): ReadonlyArray<{ id: number; checksum: string }> => [])
  )
  const known = new Map(applied.map((a) => [a.id, a.checksum]))
  const missing = files.filter((f) => !known.has(f.id)),
    changed = files.filter((f) => known.has(f.id) && known.get(f.id) !== f.checksum),
    newer = applied.filter((a) => !files.some((f) => f.id === a.id))
  if (newer.length > 0)
    return {
      isReady: false,
      finding: fault(
        "Schema",
        `The database has migration ${newer.at(-1)!.id}, which this program does not know.`,
        "A newer Pugmark has used it: start that one again."
      )
    }
  if (changed.length > 0)
    return {
      isReady: false,
      finding: fault(
        "Schema",
        `${changed.map((f) => f.name).join(", ")} was applied with another text.`,
        "Put the files of migrations/ back as they were released (git checkout migrations); changes " +
          "are new files."
      )
    }
  if (missing.length > 0)
    return {
      isReady: false,
      finding: warning(
        "Schema",
        `${missing.length} of ${files.length} migrations are not ` +
          `applied${applied.length === 0 ? ": the database is new" : ""}.`,
        "Back it up if there is something in it, then: node src/main.ts migrate. npm start does it by itself."
      )
    }
  return { isReady: true, finding: well("Schema", `${files.length} migrations, up to date`) }
})

const finding = ({ detail, remedy, severity }: HealthLine): Finding =>
  (severity === "critical" ? fault : warning)("Service", detail, remedy)

const unheard = warning(
  "Service",
  "A Pugmark answers here, and no role of it has said in this database that it is alive: it has just " +
    "started, or it works on another database.",
  "Look again in a minute. If it stays so, give the doctor the DATABASE_URL and the DATA_DIR that the " +
    "service was started with."
)

/** Of a service that runs somewhere; where none does, silence is no fault. */
const checkService = Effect.fnUntraced(function* (limits: HealthLimits, runsHere: boolean) {
  const health = assessHealth(yield* (yield* SystemFacts).read, limits)
  const { at, attention, workers } = health
  const alive = workers.flatMap((w) =>
    w.heartbeat_age_seconds !== null && w.heartbeat_age_seconds <= 30
      ? [`${w.role} ${Math.round(w.heartbeat_age_seconds)} s`]
      : []
  )
  if (alive.length === 0 && !runsHere)
    return [
      warning(
        "Service",
        "No role of Pugmark is at work on this database.",
        "npm start, or its systemd unit: systemctl start pugmark."
      )
    ]
  if (alive.length === 0)
    return [...attention.filter((line) => line.code !== "ROLE_SILENT").map(finding), unheard]
  const started = startedAgo({ at, workers })
  const says = `alive, and since when they said so: ${alive.join(", ")}`
  return [
    well("Service", started === null ? says : `just started, ${Math.round(started)} s ago; ${says}`),
    checkPartitions(health),
    ...attention.map(finding)
  ]
})

/** Everything about the database at `url`. */
export const checkDatabase = (
  url: Redacted.Redacted,
  limits: HealthLimits,
  runsHere: boolean
): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const server = yield* checkServer(url)
    const { finding, isReady } = yield* checkMigrations
    return [
      ...server,
      finding,
      ...(isReady ? yield* checkService(limits, runsHere).pipe(Effect.provide(SystemFacts.layer)) : [])
    ]
  }).pipe(
    Effect.provide(
      pool({
        role: null,
        maxConnections: 2,
        applicationName: "pugmark doctor",
        statementTimeoutMs: 20_000
      }).pipe(Layer.provide(Layer.succeed(DatabaseUrl, url)))
    ),
    Effect.catchCause((cause) => {
      const error = Cause.squash(cause)
      return Effect.succeed([
        error instanceof DatabaseError
          ? unusable(error, url)
          : fault(
              "Database",
              error instanceof Error ? error.message : "it answers with what nobody expected",
              "Look at the log of the PostgreSQL, and ask again."
            )
      ])
    })
  )
