// Intake on PostgreSQL: knows the data sources, merges requests into transactions, and sheds load while the
// engine is behind or the database is unavailable.
import { Effect, Layer, Result, Schedule } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import {
  type AuthenticatedSource,
  Intake,
  IntakeUnavailable,
  type Outcome,
  type SourceCredential,
  type Submission,
  type UnreadableMessage
} from "../../intake/ports.ts"
import { PushBeat } from "../hearing/beats.ts"
import { groupCommit } from "../sql/GroupCommit.ts"
import { isSerializationConflict } from "../sql/isTransient.ts"
import { constraintOf, sqlStateOf } from "../sql/sqlState.ts"
import { backlogRefusal, makeBacklogs } from "./Backlogs.ts"
import { makeCatalogue, refreshCatalogue } from "./Catalogue.ts"
import { commit, type CommitResult, type Caches } from "./commit.ts"
import { makeOutage } from "./outage.ts"
import { makeRecordIds } from "./RecordIds.ts"
import { RepeatingSources } from "./RepeatingSources.ts"
import { denialOf, hashOf, makeSources } from "./Sources.ts"
import { makeTrafficCollector } from "./TrafficCollector.ts"
import { DUPLICATE_OUTCOME, split, type WriteBatch } from "./WriteBatch.ts"
import { writeTraces } from "./writeTraces.ts"

/** IntakeOptions are the limits of intake. */
export interface IntakeOptions {
  /** how far a device's clock may be ahead of the server's */
  readonly maxFutureSeconds: number
  /** unread log rows above which everything is refused */
  readonly maxUnreadRows: number
  /** unread log rows of a project in a lane above which its records are refused */
  readonly maxUnreadRowsPerProject: number
}

/** MAX_SHARED_ROWS is the size of a transaction that several requests share; a larger request has its own. */
const MAX_SHARED_ROWS = 2000
/** MAX_ROWS_PER_TRANSACTION bounds the transaction of one request; a larger request is split into several. */
const MAX_ROWS_PER_TRANSACTION = 4000
/** SECOND_COMMIT_ROWS is how many rows must wait before a second transaction starts beside the first. */
const SECOND_COMMIT_ROWS = 200
/** MAX_WAITING_ROWS bounds the queue: a few seconds of work. */
const MAX_WAITING_ROWS = 50_000
/** CHECK_VIOLATION is the SQLSTATE of a row that no partition takes. */
const CHECK_VIOLATION = "23514"
/**
 * True where the partition of a row's month was made while the row was on its way into the default partition:
 * a retry finds the new one.
 */
const metNewPartition = (error: SqlError): boolean =>
  sqlStateOf(error) === CHECK_VIOLATION && constraintOf(error) === ""

const isRetryable = (error: SqlError): boolean => isSerializationConflict(error) || metNewPartition(error)

const make = Effect.fnUntraced(function* (options: IntakeOptions) {
  const sql = yield* SqlClient.SqlClient
  const sources = yield* makeSources(sql)
  const { reading, writing: orUnavailable } = makeOutage(
    (detail) => new IntakeUnavailable({ reason: "database", detail })
  )
  const { ensure: ensureHeard } = yield* PushBeat
  const traffic = yield* makeTrafficCollector(sql)
  const caches: Caches = {
    catalogue: makeCatalogue(),
    months: new Set(),
    ids: makeRecordIds(),
    repeating: new RepeatingSources()
  }
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

  const look = [sources.refresh, refreshCatalogue(sql, caches.catalogue), countUnread, backlogs.refresh]
  yield* Effect.all(look, { discard: true }).pipe(
    reading,
    Effect.catchTag("IntakeUnavailable", () => Effect.void), // the log has it already
    Effect.catchCause((cause) =>
      Effect.logWarning("ingest cannot look at its sources and its backlog", cause)
    ),
    Effect.repeat(Schedule.spaced("1 second")),
    Effect.forkScoped
  )

  const submit = yield* groupCommit<WriteBatch, CommitResult, IntakeUnavailable, never>({
    commit: (batches) =>
      Effect.andThen(
        ensureHeard,
        Effect.suspend(() => commit(sql, caches, backlogs.overfull(), batches))
      ).pipe(Effect.retry({ times: 5, while: (e) => isSqlError(e) && isRetryable(e) }), orUnavailable),
    // rows of an import have a transaction of their own: by its number they are found again
    sizeOf: ({ credential, size }) =>
      credential.importId === undefined ? size : Math.max(size, MAX_SHARED_ROWS),
    maxCommitSize: MAX_SHARED_ROWS,
    secondCommitSize: SECOND_COMMIT_ROWS,
    maxWaitingSize: MAX_WAITING_ROWS,
    isShared: () => true
  })

  /** Returns why nothing can be accepted, or nothing from this source; null: there is room. */
  const noRoom = (sourceId: string): IntakeUnavailable | null => {
    if (unread > options.maxUnreadRows) return new IntakeUnavailable({ reason: "backlog" })
    const backlog = backlogs.shuts(sourceId)
    return backlog === undefined ? null : backlogRefusal(backlog)
  }

  const authenticateFromMemory = (sourceId: string, token: string): AuthenticatedSource | null => {
    const source = sources.find(sourceId)
    if (source === undefined || noRoom(sourceId) !== null) return null
    const credential: SourceCredential = { sourceId, tokenHash: hashOf(token) }
    return denialOf(source, credential) === null
      ? { credential, adapterKey: source.adapter_key, config: source.config }
      : null
  }

  const authenticate = Effect.fnUntraced(function* (sourceId: string, token: string) {
    const credential: SourceCredential = { sourceId, tokenHash: hashOf(token) }
    if (denialOf(sources.find(sourceId), credential) !== null) yield* orUnavailable(sources.refresh)
    const source = sources.find(sourceId)
    const denied = denialOf(source, credential)
    if (denied !== null) return yield* denied
    const later = noRoom(sourceId)
    if (later !== null) return yield* later
    return {
      credential,
      adapterKey: source!.adapter_key,
      config: source!.config
    } satisfies AuthenticatedSource
  })

  const checkBacklog = (sourceId: string) => Effect.suspend(() => noRoom(sourceId) ?? Effect.void)

  const store = Effect.fnUntraced(function* (submissions: ReadonlyArray<Submission>) {
    const stored: Array<ReadonlyArray<Outcome>> = []
    for (const submission of submissions) {
      const outcomes = submission.verdicts.map(() => DUPLICATE_OUTCOME)
      for (const batch of split(submission, MAX_ROWS_PER_TRANSACTION)) {
        const committed = yield* submit(batch).pipe(
          Effect.catchTag("Overloaded", () => Effect.fail(new IntakeUnavailable({ reason: "crowded" })))
        )
        if (Result.isFailure(committed)) return yield* committed.failure
        committed.success.forEach((outcome, i) => {
          outcomes[batch.places[i]!] = outcome
        })
      }
      traffic.note(submission, outcomes)
      stored.push(outcomes)
    }
    return stored
  })

  const traceMessage = (
    { sourceId }: SourceCredential,
    receivedAt: number,
    { refusal, text }: UnreadableMessage
  ) =>
    writeTraces(sql, [
      { sourceId, receivedAt, refusal, raw: text, subject: {}, deviceId: null, projectId: null }
    ]).pipe(
      Effect.tap(([id]) => Effect.sync(() => traffic.noteMessage(sourceId, receivedAt, refusal, id!, text))),
      orUnavailable
    )

  return Intake.of({
    maxFutureMs: options.maxFutureSeconds * 1000,
    authenticate,
    authenticateFromMemory,
    deniedFromMemory: (credential) => denialOf(sources.find(credential.sourceId), credential),
    checkBacklog,
    store,
    traceMessage
  })
})

/**
 * Intake on a database. Needs the pool of the role `pugmark_ingest`: two connections for transactions, one
 * for reads.
 */
export const IntakeSql = (options: IntakeOptions) => Layer.effect(Intake, make(options))
