// Counts the events that AI clients report: events are permanent, and they alert people. The count is a row of the
// database, so that several processes that serve the API let through no more than one.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"

/** MAX_REPORTS_PER_HOUR is how many events one AI client may report. */
export const MAX_REPORTS_PER_HOUR = 60

const SECONDS_PER_REPORT = 3600 / MAX_REPORTS_PER_HOUR

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const one = pg.literal(`interval '${SECONDS_PER_REPORT} seconds'`)

  /**
   * Counts a report of a client, and returns the seconds until it may report again; 0: now. A token bucket:
   * an hour's worth may be reported at once.
   */
  const count = Effect.fn("ClientReports.count")(function* (grantId: string) {
    const counted = yield* pg`
      insert into client_reports as r (grant_id, used_until) values (${grantId}::uuid, now() + ${one})
      on conflict (grant_id) do update set used_until = greatest(r.used_until, now()) + ${one}
      where greatest(r.used_until, now()) + ${one} <= now() + interval '1 hour'
      returning grant_id`
    if (counted.length > 0) return 0
    const [row] = yield* pg<{ readonly seconds: number }>`
      select ceil(extract(epoch from used_until + ${one} - interval '1 hour' - now()))::int4 as seconds
      from client_reports
      where grant_id = ${grantId}::uuid`
    return Math.max(1, row?.seconds ?? 1)
  }, Effect.orDie)

  return { count }
})

/** ClientReports counts what AI clients report. */
export class ClientReports extends Context.Service<ClientReports>()("store/ClientReports", { make }) {
  static readonly layer = Layer.effect(ClientReports, make)
}
