// What a computing analysis costs everybody else: the time from a record to its event at half load, with and
// without one, in turns.
import { Effect } from "effect"
import type { Client } from "./Client.ts"
import type { Sql } from "./Database.ts"
import { latency, quantile } from "./measures.ts"
import type { Sender } from "./Sender.ts"
import type { Server } from "./Server.ts"
import type { Project } from "./setUp.ts"

const ROUNDS = 3
/**
 * The animals of the run, and the fixes of each, an hour of seconds apart: half a million in all, the bound
 * of a run.
 */
const ANIMALS = 5
const FIXES = 100_000
const FROM = "2020-01-01T00:00:00Z",
  TO = "2020-12-30T00:00:00Z"

/**
 * Fixes straight into the tables, long before those that are sent: where they come from is not what is
 * measured.
 */
const populate = (sql: Sql, project: Project) =>
  sql`
  insert into positions (original_time, device_id, project_id, entity_id, record_type, lon, lat, received_at,
    batch_id)
  select ${FROM}::timestamptz + n * interval '5 minutes', a.device_id, a.project_id, a.entity_id, 'gnss',
    10 + sin(n / 700.0) + sin(n * 1.7) / 900, 50 + cos(n / 500.0) / 2 + sin(n * 2.3) / 900, now(), 1
  from (select * from entity_assignments where project_id = ${project.id}::uuid order by entity_id
    limit ${ANIMALS}) a cross join generate_series(0, ${FIXES - 1}::int) n`.pipe(Effect.orDie)

interface Run {
  readonly id: string
  readonly status: string
}

/** Runs one after the other until interrupted; how many were begun. */
const analysing = (
  client: Client,
  project: Project,
  subjects: ReadonlyArray<string>,
  counted: { runs: number }
) =>
  Effect.forever(
    Effect.gen(function* () {
      const path = `/projects/${project.id}/analyses`
      const { id } = yield* client.post(path, {
        module: "movement",
        parameters: { entity_ids: subjects, time_from: FROM, time_to: TO }
      })
      counted.runs++
      for (;;) {
        const { status } = yield* client.get<Run>(`${path}/${id}`)
        if (status !== "queued" && status !== "running") {
          if (status !== "completed") return yield* Effect.die(new Error(`the run ${status}`))
          return
        }
        yield* Effect.sleep("100 millis")
      }
    })
  )

export interface Isolation {
  /** ms: medians over the rounds of the p99 of a round */
  readonly alone: number
  readonly beside: number
  readonly runs: number
}

/** The p99 with and without analyses going on, in turns, at `rate` positions a second. */
export const isolation = (
  server: Server,
  client: Client,
  sql: Sql,
  project: Project,
  sender: Sender,
  rate: number,
  seconds: number
): Effect.Effect<Isolation> =>
  Effect.gen(function* () {
    yield* populate(sql, project)
    const subjects = (yield* Effect.orDie(
      sql<{
        id: string
      }>`select distinct entity_id as id from positions where project_id = ${project.id}::uuid
        and original_time < ${TO}::timestamptz`
    )).map((r) => r.id)
    const alone: Array<number> = [],
      beside: Array<number> = [],
      counted = { runs: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      alone.push((yield* latency(server, sql, project, sender, rate, seconds)).p99)
      beside.push(
        (yield* Effect.raceFirst(
          latency(server, sql, project, sender, rate, seconds),
          analysing(client, project, subjects, counted)
        )).p99
      )
    }
    return { alone: quantile(alone, 0.5), beside: quantile(beside, 0.5), runs: counted.runs }
  })
