// Where the database is, without starting one.
import { Effect, Redacted } from "effect"
import { realpath } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { chooseAccount } from "../../postgres/account.ts"
import { findBinaries } from "../../postgres/binaries.ts"
import { DATABASE_NAME, readPassword } from "../../postgres/initialise.ts"
import { findPostmaster } from "../../postgres/Postmaster.ts"
import { fault, type Finding, well } from "./Finding.ts"

interface Found {
  readonly findings: ReadonlyArray<Finding>
  /** null: there is none that answers now */
  readonly url: Redacted.Redacted | null
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Finds the embedded server of a data directory: that its programs run, and whether it does. */
const findEmbedded = (dataDir: string) =>
  Effect.tryPromise({
    try: async (): Promise<Found> => {
      const wanted = resolve(dataDir, "pg"),
        cluster = await realpath(wanted).catch(() => wanted)
      await findBinaries(await chooseAccount(wanted), dirname(wanted))
      const server = await findPostmaster(cluster)
      if (server === null)
        return {
          findings: [
            well(
              "Database",
              `the embedded PostgreSQL can run; it does not now (${join(dataDir, "pg")}). npm start ` +
                `starts it.`
            )
          ],
          url: null
        }
      return {
        findings: [well("Database", `the embedded PostgreSQL runs, pid ${server.pid}, port ${server.port}`)],
        url: Redacted.make(
          `postgresql://${DATABASE_NAME}:${await readPassword(cluster)}@127.0.0.1:${server.port}/${DATABASE_NAME}`
        )
      }
    },
    catch: (error) => error
  }).pipe(
    Effect.catch((error) =>
      Effect.succeed<Found>({
        findings: [
          fault(
            "Database",
            `the embedded PostgreSQL cannot be used: ${messageOf(error)}`,
            "Do what it says, or set DATABASE_URL to a PostgreSQL 15 or newer."
          )
        ],
        url: null
      })
    )
  )

/** Finds the database that a start would use. */
export const findDatabase = (databaseUrl: string | null, dataDir: string): Effect.Effect<Found> => {
  if (databaseUrl === null) return findEmbedded(dataDir)
  return Effect.succeed(
    /^postgres(?:ql)?:\/\/[^/]/.test(databaseUrl) && URL.canParse(databaseUrl)
      ? { findings: [], url: Redacted.make(databaseUrl) }
      : {
          findings: [
            fault(
              "Database",
              "DATABASE_URL is not the address of a PostgreSQL.",
              "Write it as postgresql://user:password@host:5432/database; characters that mean " +
                "something in addresses as %XX."
            )
          ],
          url: null
        }
  )
}
