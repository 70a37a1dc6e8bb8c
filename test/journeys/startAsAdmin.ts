// The service on the database of a test, with the admin's token that its recording has.
import { Effect, Redacted } from "effect"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { startService } from "../support/processes/service.ts"
import { makeClient } from "./client.ts"

/** The running service, and a client of its admin. */
export const startAsAdmin = Effect.fnUntraced(function* (directory: string, token: string) {
  const service = yield* startService({
    directory,
    databaseUrl: Redacted.value(yield* DatabaseUrl),
    settings: { ADMIN_TOKEN: token }
  })
  return { service, client: makeClient({ origin: service.origin, token }) }
})
