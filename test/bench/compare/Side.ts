// One of two commits that are compared: its server, its database and its projects, under loads of a given number of
// positions, so that both commits get the same rows.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { mkdirSync } from "node:fs"
import { Client } from "../Client.ts"
import { connect, type Sql } from "../Database.ts"
import {
  batches,
  memory,
  singleFixes,
  type Singles,
  singles,
  type Throughput,
  throughput
} from "../measures.ts"
import type { ComparedMeasure } from "../parseOptions.ts"
import { calmLines, eventCostLines, pipelineLines, singleLines } from "../pipelineLines.ts"
import { raw, type RawRun } from "../raw/raw.ts"
import { rawLines } from "../raw/rawLines.ts"
import type { Line } from "../report.ts"
import { type ServerFailed, startServer } from "../Server.ts"
import { setUp } from "../setUp.ts"
import { makeWorld } from "../World.ts"

const FENCES = 1000
const ROWS_PER_BATCH = 500
const DAYS_AGO = 10

/** Amounts are what the loads send: requests over each connection, and rows of each raw insert. */
export type Amounts = Readonly<Record<ComparedMeasure, number>>

/** WARM_UP_AMOUNTS: V8 has compiled the code after them, and rates are known. */
export const WARM_UP_AMOUNTS: Amounts = { raw: 100_000, pipeline: 20, calm: 20, single: 150 }

/**
 * SETTLING_AMOUNTS come between the checkpoint and each load: a page that changes for the first time after a
 * checkpoint is written to the WAL as a whole.
 */
const SETTLING_AMOUNTS: Amounts = { raw: 16_000, pipeline: 4, calm: 4, single: 32 }

/** Runs are what a side did in a round. */
export interface Runs {
  readonly unnest?: RawRun
  readonly copy?: RawRun
  readonly pipeline?: Throughput
  readonly calm?: Throughput
  readonly single?: Singles
}

/** Side is a commit that runs. */
export interface Side {
  readonly name: "before" | "after"
  /** Vacuums and analyses, as autovacuum would. */
  readonly tidy: Effect.Effect<void>
  /** Runs a load after a checkpoint. */
  readonly run: (measure: ComparedMeasure, amounts: Amounts) => Effect.Effect<Runs>
  /** resident memory of the server, bytes */
  readonly memory: Effect.Effect<number>
}

/**
 * The log is left out: rows that were read are deleted, and new ones in their place would take no bytes of
 * the disk.
 */
const tidy = (sql: Sql): Effect.Effect<void> =>
  Effect.gen(function* () {
    const tables = yield* sql<{ name: string }>`
      select relid::regclass::text as name from pg_stat_user_tables
      where n_mod_since_analyze > 0 and relname not like 'observation_log%'`
    for (const { name } of tables) yield* sql.unsafe(`vacuum (analyze) ${name}`)
  }).pipe(Effect.orDie)

/**
 * Starts the program of a checkout with its data in a new directory. `now`: the moment that the times of
 * fixes count from, epoch ms, the same for both sides. Autovacuum is off, because it would run beside the
 * load of the other side; `tidy` does its work.
 */
export const startSide = (
  name: Side["name"],
  root: string,
  directory: string,
  measures: ReadonlyArray<ComparedMeasure>,
  now: number
): Effect.Effect<Side, ServerFailed, Scope> =>
  Effect.gen(function* () {
    mkdirSync(directory, { mode: 0o755 })
    // the first start builds the program, in the process whose memory is read later: that one ends
    yield* Effect.scoped(startServer(directory, undefined, { root }))
    const server = yield* startServer(directory, undefined, { root })
    const sql = yield* connect(directory, 4)
    yield* Effect.orDie(sql`alter system set autovacuum = off`)
    yield* Effect.orDie(sql`select pg_reload_conf()`)
    const client = new Client(server)
    const projectOf = (measure: ComparedMeasure) =>
      measures.includes(measure)
        ? setUp(client, measure, makeWorld(FENCES), measure === "calm" ? "calm" : "stormy")
        : Effect.succeed(null)

    const flooded = (measure: "pipeline" | "calm") =>
      Effect.gen(function* () {
        const project = yield* projectOf(measure)
        if (project === null) return () => Effect.succeed<Runs>({})
        const sender = yield* batches(server, project, FENCES, DAYS_AGO, now)
        return (requestsPerConnection: number) =>
          Effect.map(throughput(server, sql, project, sender, { requestsPerConnection }), (run): Runs => ({
            [measure]: run
          }))
      })
    const pipeline = yield* flooded("pipeline"),
      calm = yield* flooded("calm")
    const singleProject = yield* projectOf("single")
    const singleSender =
      singleProject === null ? null : yield* singleFixes(server, singleProject, FENCES, now)

    const load = (measure: ComparedMeasure, amounts: Amounts): Effect.Effect<Runs> => {
      switch (measure) {
        case "raw": {
          const rows = { batch: ROWS_PER_BATCH, rows: amounts.raw }
          return Effect.all({
            unnest: raw(server, sql, "unnest", rows, now),
            copy: raw(server, sql, "copy", rows, now)
          })
        }
        case "pipeline":
          return pipeline(amounts.pipeline)
        case "calm":
          return calm(amounts.calm)
        case "single":
          return singleSender === null
            ? Effect.succeed({})
            : Effect.map(
                singles(server, sql, singleSender, { requestsPerConnection: amounts.single }),
                (single) => ({ single })
              )
      }
    }
    return {
      name,
      tidy: tidy(sql),
      run: (measure, amounts) =>
        Effect.orDie(sql`checkpoint`).pipe(
          Effect.andThen(load(measure, SETTLING_AMOUNTS)),
          Effect.andThen(load(measure, amounts))
        ),
      memory: memory(server)
    }
  })

/** Returns the lines of what a side did in a round. */
export const linesOf = (
  { calm, copy, pipeline, single, unnest }: Runs,
  memoryBytes: number
): ReadonlyArray<Line> => [
  ...(unnest === undefined ? [] : rawLines("unnest", ROWS_PER_BATCH, [unnest])),
  ...(copy === undefined ? [] : rawLines("copy", ROWS_PER_BATCH, [copy])),
  ...(pipeline === undefined
    ? []
    : pipelineLines([pipeline], {
        unnest: unnest === undefined ? [] : [unnest.rate],
        copy: copy === undefined ? [] : [copy.rate]
      })),
  ...(calm === undefined ? [] : calmLines([calm])),
  ...(calm === undefined || pipeline === undefined ? [] : eventCostLines([pipeline], [calm])),
  ...(single === undefined ? [] : singleLines(single)),
  { key: "memory", label: "memory of the server", value: memoryBytes / 1e6, unit: "MB" }
]
