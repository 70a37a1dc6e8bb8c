// The way in for what devices send: knows the data sources, merges requests into transactions, and sheds load
// while the rules cannot follow or the database is away.
import { Context, Effect, Layer, Result, Schedule } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { Refusal } from "../../domain/intake/Report.ts"
import type { AdapterKey } from "../../domain/tracking/DataSource.ts"
import type { SourceConfig } from "../../domain/tracking/SourceConfig.ts"
import { groupCommit } from "../sql/GroupCommit.ts"
import { makeBacklogs } from "./Backlogs.ts"
import { makeCatalogue, refreshCatalogue } from "./Catalogue.ts"
import { commit, type Committed, type Knowledge } from "./commit.ts"
import { behind, IntakeUnavailable } from "./IntakeUnavailable.ts"
import { type Delivery, DUPLICATE, type Outcome, type Part, type Pass } from "./Part.ts"
import { Denied, hashOf, judge, makeSources } from "./Sources.ts"
import { split } from "./split.ts"
import { makeOutage } from "./outage.ts"
import { makeTraffic } from "./Traffic.ts"
import { writeTraces } from "./writeTraces.ts"
import { isRivalry } from "../sql/isPassing.ts"
import { constraintOf, sqlStateOf } from "../sql/sqlState.ts"

/** A data source that its token opened. */
export interface Entrance {
  readonly pass: Pass
  readonly adapterKey: AdapterKey
  readonly config: SourceConfig
}

export interface IntakeOptions {
  /** how far a device's clock may be ahead of ours */
  readonly maxFutureSeconds: number
  /** log rows that the rules have not read, above which nothing is taken */
  readonly maxUnreadRows: number
  /** log rows of a project in lanes that are unread, above which nothing more of it is taken */
  readonly maxUnreadRowsPerProject: number
}

/** Rows that requests share a transaction for; a larger request goes alone, */
const MOST = 2000
/** and one that is larger still in several. */
const ALONE = 4000
/** Rows that wait before a second transaction starts beside the first. */
const SECOND = 200
/** Rows that may wait: a few seconds of work. */
const ROOM = 50_000
const CHECK_VIOLATION = "23514"
/**
 * The month of a row got its partition while the row was on its way into the default one: it goes into the
 * new one next time.
 */
const metNewPartition = (error: SqlError): boolean =>
  sqlStateOf(error) === CHECK_VIOLATION && constraintOf(error) === ""

const isTransient = (error: SqlError): boolean => isRivalry(error) || metNewPartition(error)

const make = Effect.fnUntraced(function* (options: IntakeOptions) {
  const sql = yield* SqlClient.SqlClient
  const sources = yield* makeSources(sql)
  const { reading, writing: orUnavailable } = makeOutage(() => new IntakeUnavailable({ reason: "database" }))
  const traffic = yield* makeTraffic(sql)
  const knowledge: Knowledge = { catalogue: makeCatalogue(), months: new Set() }
  const backlogs = makeBacklogs(sql, options.maxUnreadRowsPerProject)
  let unread = 0

  const countUnread = Effect.map(
    sql<{ n: number }>`
      select count(*)::int4 as n
      from (
        select 1
        from partition_cursor c
          cross join lateral (
            select 1
            from observation_log l
            where l.partition = c.partition and l.id > c.position
            limit ${options.maxUnreadRows + 1}
          ) l
        limit ${options.maxUnreadRows + 1}
      ) u`,
    ([row]) => {
      unread = row!.n
    }
  )

  const look = [sources.refresh, refreshCatalogue(sql, knowledge.catalogue), countUnread, backlogs.refresh]
  yield* Effect.all(look, { discard: true }).pipe(
    reading,
    Effect.catchTag("IntakeUnavailable", () => Effect.void), // the log has been told
    Effect.catchCause((cause) =>
      Effect.logWarning("ingest cannot look at its sources and its backlog", cause)
    ),
    Effect.repeat(Schedule.spaced("1 second")),
    Effect.forkScoped
  )

  const submit = yield* groupCommit<Part, Committed, IntakeUnavailable, never>({
    commit: (parts) =>
      Effect.suspend(() => commit(sql, knowledge, backlogs.overfull(), parts)).pipe(
        Effect.retry({ times: 5, while: (e) => isSqlError(e) && isTransient(e) }),
        orUnavailable
      ),
    sizeOf: (part) => part.size,
    most: MOST,
    second: SECOND,
    room: ROOM,
    isShared: () => true
  })

  /** What nobody can be taken for, or this source cannot; null: there is room. */
  const noRoom = (sourceId: string): IntakeUnavailable | null => {
    if (unread > options.maxUnreadRows) return new IntakeUnavailable({ reason: "backlog" })
    const backlog = backlogs.shuts(sourceId)
    return backlog === undefined ? null : behind(backlog)
  }

  const admit = (sourceId: string, token: string): Entrance | null => {
    const source = sources.find(sourceId)
    if (source === undefined || noRoom(sourceId) !== null) return null
    const pass: Pass = { sourceId, tokenHash: hashOf(token) }
    return judge(source, pass) === null
      ? { pass, adapterKey: source.adapter_key, config: source.config }
      : null
  }

  const enter = Effect.fnUntraced(function* (sourceId: string, token: string) {
    const pass: Pass = { sourceId, tokenHash: hashOf(token) }
    if (judge(sources.find(sourceId), pass) !== null) yield* orUnavailable(sources.refresh)
    const source = sources.find(sourceId)
    const denied = judge(source, pass)
    if (denied !== null) return yield* denied
    const later = noRoom(sourceId)
    if (later !== null) return yield* later
    return { pass, adapterKey: source!.adapter_key, config: source!.config } satisfies Entrance
  })

  const room = (sourceId: string) => Effect.suspend(() => noRoom(sourceId) ?? Effect.void)

  const take = Effect.fnUntraced(function* ({ pass, raw, receivedAt, verdicts }: Delivery) {
    const outcomes = verdicts.map(() => DUPLICATE)
    for (const part of split({ pass, raw, receivedAt, verdicts }, ALONE)) {
      const committed = yield* submit(part).pipe(
        Effect.catchTag("Overloaded", () => Effect.fail(new IntakeUnavailable({ reason: "crowded" })))
      )
      if (Result.isFailure(committed)) return yield* committed.failure
      committed.success.forEach((outcome, i) => {
        outcomes[part.places[i]!] = outcome
      })
    }
    traffic.note({ pass, raw, receivedAt, verdicts }, outcomes)
    return outcomes
  })

  const traceBody = (pass: Pass, receivedAt: number, refusal: Refusal, body: string) =>
    writeTraces(sql, [
      {
        sourceId: pass.sourceId,
        receivedAt,
        refusal,
        raw: body,
        subject: {},
        deviceId: null,
        projectId: null
      }
    ]).pipe(
      Effect.map(([id]) => id!),
      Effect.tap((id) => Effect.sync(() => traffic.noteBody(pass.sourceId, receivedAt, refusal, id, body))),
      orUnavailable
    )

  return Intake.of({ maxFutureMs: options.maxFutureSeconds * 1000, admit, enter, room, take, traceBody })
})

export class Intake extends Context.Service<
  Intake,
  {
    readonly maxFutureMs: number
    /** Opens a data source with its token, before anything else of the request is looked at. */
    readonly enter: (sourceId: string, token: string) => Effect.Effect<Entrance, Denied | IntakeUnavailable>
    /** The same from memory alone; null: `enter` has the answer. */
    readonly admit: (sourceId: string, token: string) => Entrance | null
    /** Fails while the rules are too far behind: for who comes in by another door than `enter`. */
    readonly room: (sourceId: string) => Effect.Effect<void, IntakeUnavailable>
    /** Stores a delivery; comes back after the commit with an outcome for each item, in order. */
    readonly take: (delivery: Delivery) => Effect.Effect<ReadonlyArray<Outcome>, Denied | IntakeUnavailable>
    /** Leaves a trace of a body that could not be read at all; gives its id. */
    readonly traceBody: (
      pass: Pass,
      receivedAt: number,
      refusal: Refusal,
      body: string
    ) => Effect.Effect<string, IntakeUnavailable>
  }
>()("store/Intake") {
  /** Needs the pool of the role `pugmark_ingest`: two connections for transactions, one for looking about. */
  static readonly layer = (options: IntakeOptions) => Layer.effect(Intake, make(options))
}
