// Keeps what the engine knows of outages up to date, and puts on record what records prove: that the way in by
// which one came was heard until then.
import { Effect } from "effect"
import { waysOf } from "../../domain/hearing/Hearing.ts"
import { reportersOf } from "../../domain/rule/scope.ts"
import type { Pile } from "../evaluate/evaluate.ts"
import { HearingLog, type Vouch } from "../ports.ts"
import type { SubjectActor } from "../evaluate/SubjectActor.ts"
import type { EngineState } from "./EngineState.ts"

/** Subjects that are about to be judged, by key. */
type Ready = ReadonlyMap<string, { readonly subjectActor: SubjectActor }>

/** Moves the moment of a way on; one that nobody listens to for this server, or that is out, has none. */
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
 * What the records of some piles prove, where a record leads its subject through ticks of which it is not
 * known yet whether anything could be heard; null: none leads so far. Of a subject that reports by several
 * ways it is not known which brought its record.
 */
const vouchFor = ({ hearing }: EngineState, ready: Ready, piles: Iterable<Pile>): Vouch | null => {
  const heard = new Map<string | null, number>(),
    doubted = new Map<string | null, number>()
  let isLed = false
  for (const { key, records } of piles) {
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
  // without any to vouch for too: an outage that is known may have ended
  return isLed ? { heard, doubted } : null
}

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
    /** Reads what is new of outages. */
    look: (engineState: EngineState) => look(engineState, null),
    /** The same before records are judged that lead subjects past what is known. */
    beforeRecords: (engineState: EngineState, ready: Ready, piles: Iterable<Pile>) =>
      Effect.suspend(() => {
        if (engineState.schedules.size === 0 || engineState.hearing.knownTo === Infinity) return Effect.void
        const vouch = vouchFor(engineState, ready, piles)
        return vouch === null ? Effect.void : look(engineState, vouch)
      })
  }
})
export type FollowHearing = Effect.Success<typeof makeFollowHearing>
