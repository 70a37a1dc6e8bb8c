// Keeps the engine's knowledge of outages up to date, and records what records prove: that the way by which a
// record came was heard until then.
import { Effect } from "effect"
import { waysOf } from "../../domain/hearing/Hearing.ts"
import { reportersOf } from "../../domain/rule/scope.ts"
import type { SubjectRecords } from "../evaluate/evaluate.ts"
import { HearingLog, type Vouch } from "../ports.ts"
import type { SubjectActor } from "../evaluate/SubjectActor.ts"
import type { EngineState } from "./EngineState.ts"

/** Subjects that are about to be evaluated, by key. */
type Ready = ReadonlyMap<string, { readonly subjectActor: SubjectActor }>

/** Raises the time up to which a way was heard; a way that is not listened to, or is out, has none. */
const raise = (
  times: Map<string | null, number>,
  { heardTo }: EngineState["hearing"],
  way: string | null,
  at: number
): void => {
  const known = heardTo.get(way)
  if (known !== undefined && known < at) times.set(way, Math.max(times.get(way) ?? -Infinity, at))
}

/**
 * Returns what records prove, where a record leads its subject through ticks of which it is not known yet
 * whether the subject could be heard; null: none does. Of a subject that reports by several ways it is not
 * known which brought its record.
 */
const vouchFor = (
  { hearing }: EngineState,
  ready: Ready,
  subjects: Iterable<SubjectRecords>
): Vouch | null => {
  const heard = new Map<string | null, number>(),
    doubted = new Map<string | null, number>()
  let isLed = false
  for (const { key, records } of subjects) {
    const subjectActor = ready.get(key)?.subjectActor
    if (subjectActor === undefined || subjectActor.nextTick === Infinity) continue
    let newest = -Infinity,
      received = -Infinity
    for (const { at, receivedAt } of records) {
      newest = Math.max(newest, at)
      received = Math.max(received, receivedAt)
    }
    if (subjectActor.nextTick >= newest || newest - 1 <= hearing.knownTo) continue
    isLed = true
    const ways = waysOf(subjectActor.reporters ?? reportersOf(subjectActor.who))
    for (const way of ways)
      if (ways.size === 1) raise(heard, hearing, way, Math.min(newest - 1, received))
      else raise(doubted, hearing, way, newest - 1)
  }
  // also with nothing to prove: a known outage may have ended
  return isLed ? { heard, doubted } : null
}

/** Makes the reader of outages of an engine. */
export const makeFollowHearing = Effect.gen(function* () {
  const log = yield* HearingLog

  const look = Effect.fnUntraced(function* ({ hearing }: EngineState, vouch: Vouch | null) {
    const open = hearing.open.map(({ id }) => id)
    const { asOf, heardTo, outages } = yield* log.look({ newest: hearing.newest, open }, vouch)
    const found = new Set(outages.map(({ id }) => id))
    for (const id of open) if (!found.has(id)) hearing.forget(id)
    hearing.learn(outages)
    hearing.heardTo = heardTo
    hearing.knownTo = Math.min(hearing.open.length === 0 ? Infinity : asOf, ...heardTo.values())
  })

  return {
    /** Reads new outages. */
    look: (engineState: EngineState) => look(engineState, null),
    /** Reads them before records are evaluated that lead subjects past the time up to which they are known. */
    beforeRecords: (engineState: EngineState, ready: Ready, subjects: Iterable<SubjectRecords>) =>
      Effect.suspend(() => {
        if (engineState.schedules.size === 0 || engineState.hearing.knownTo === Infinity) return Effect.void
        const vouch = vouchFor(engineState, ready, subjects)
        return vouch === null ? Effect.void : look(engineState, vouch)
      })
  }
})
/** FollowHearing reads outages into the engine's memory. */
export type FollowHearing = Effect.Success<typeof makeFollowHearing>
