// Commits a batch: cursors, states, transitions, events, alerts, traces and the stream, in one transaction, only if the epoch is
// still ours and the cursors are where the batch was read. A repeated batch therefore changes nothing. What is written how: journal/.
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { type Changes, Journal, type Tenure, Unfit } from "../engine/ports.ts"
import { appendStream } from "./EventStream.ts"
import { adopt, moveCursors, moveTicks } from "./journal/cursors.ts"
import { endEpisodes, insertAlerts, insertEvents } from "./journal/events.ts"
import { moveLanes } from "./journal/lanes.ts"
import { insertChapters, insertLateSpans, insertMoves, writePlacements } from "./journal/places.ts"
import { restoreEvents, rewritePasts } from "./journal/rewrite.ts"
import { writeRules } from "./journal/rules.ts"
import { insertTransitions, writeStates } from "./journal/states.ts"
import { insertSteppedOver, insertTraces } from "./journal/traces.ts"
import { serverMessage } from "./serverMessage.ts"

/** The database refuses the data itself (SQLSTATE classes 22 and 23), and will the next time too. */
const isUnfit = ({ reason: { cause } }: SqlError): boolean => cause instanceof Error && "code" in cause && /^2[23]/.test(String(cause.code))

export const JournalSql = Layer.effect(Journal, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const commit = (tenure: Tenure, changes: Changes) => sql.withTransaction(Effect.gen(function*() {
    yield* moveCursors(sql, tenure, changes)
    if (changes.lanes.length > 0) yield* moveLanes(sql, changes)
    if (changes.ticked.length > 0) yield* moveTicks(sql, changes)
    if (changes.adoptions.length > 0) {
      // rules may have changed since the batch was judged: an episode that it saw ending does not end with them
      if (changes.ended.length > 0) yield* endEpisodes(sql, changes.ended)
      yield* adopt(sql, changes)
    }
    const past = yield* rewritePasts(sql, changes)
    const { fresh, known: repeated } = yield* insertEvents(sql, [...changes.events, ...past.missing])
    const known = new Map([...past.known, ...repeated])
    const restored = yield* restoreEvents(sql, [...repeated.values()], changes.now)
    const alerting = fresh.filter((e) => e.alertId !== null)
    if (alerting.length > 0) yield* insertAlerts(sql, alerting)
    yield* insertTraces(sql, changes, fresh)
    if (changes.steppedOver !== null) yield* insertSteppedOver(sql, changes.steppedOver, changes.now)
    if (changes.states.size > 0) yield* writeStates(sql, changes, known)
    if (changes.transitions.length > 0) yield* insertTransitions(sql, changes, known)
    if (changes.moves.length > 0) {
      yield* writePlacements(sql, changes)
      yield* insertMoves(sql, changes)
    }
    if (changes.chapters.length > 0) yield* insertChapters(sql, changes)
    const ended = changes.ended.map((e) => ({ ...e, eventId: known.get(e.eventId) ?? e.eventId }))
    if (ended.length + past.ends.length > 0) yield* endEpisodes(sql, [...ended, ...past.ends])
    if (changes.late.size > 0) yield* insertLateSpans(sql, changes)
    yield* writeRules(sql, changes, fresh)
    yield* appendStream(sql, [
      ...fresh.flatMap((e) => {
        const about = { projectId: e.subject.projectId, entityId: e.subject.entityId, deviceId: e.subject.deviceId }
        return [{ ...about, type: "event.created" as const, objectId: e.id }, ...(e.alertId === null ? [] : [{ ...about, type: "alert.created" as const, objectId: e.alertId }])]
      }),
      ...ended.map((e) => ({ type: "event.updated" as const, objectId: e.eventId, projectId: e.projectId, entityId: e.subject.entityId, deviceId: e.subject.deviceId })),
      ...past.stream, ...restored
    ])
  })).pipe(
    Effect.catchTag("SqlError", (error) => isUnfit(error) ? Effect.fail(new Unfit({ message: serverMessage(error) })) : Effect.die(error)),
    Effect.withSpan("Journal.commit")
  )

  return Journal.of({ commit })
}))
