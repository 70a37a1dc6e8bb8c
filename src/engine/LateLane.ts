// What arrived late, or was changed afterwards: the subject's past is judged again from there on, and what should have happened takes
// the place of what did. Runs between two batches of the log, as a batch of its own.
import { Effect } from "effect"
import { PARTITIONS, partitionOf } from "../domain/intake/LogEntry.ts"
import { type Subject, subjectKey } from "../domain/rule/Observation.ts"
import { wakeAt } from "../domain/rule/RuleState.ts"
import { Changes } from "./Changes.ts"
import type { Estate } from "./Estate.ts"
import { arm } from "./judge.ts"
import { type Fenced, Ids, LateSpans, type Span, type TooLarge, type Unfit } from "./ports.ts"
import type { Preparing } from "./prepare.ts"
import { makeRejudging, rewrite } from "./rejudge.ts"

export interface LateLaneOptions {
  /** a subject is left alone until no change was noted for so long: uploads come in many pieces */
  readonly quietMs: number
}

/** Whoever sends old records without a pause does not put it off for longer, ms. */
const PATIENCE_MS = 10_000
/** How often changes are looked for while there are none, and taken while the log is behind, ms; more often where they need not rest so long. */
const LOOK_MS = 1000
/** Subjects of one commit; one whose change reaches further back than a day takes its turn alone. */
const MOST = 20
const LONG_MS = 86_400_000

export interface LateLane {
  /** Takes a few spans that are due; false: none was. `atEnd`: partitions whose log was read to its end, and whose timers have gone off, at `now`. */
  readonly take: (estate: Estate, atEnd: ReadonlySet<number>, now: number, commit: (changes: Changes) => Effect.Effect<void, Fenced | TooLarge | Unfit>) => Effect.Effect<boolean, Fenced | TooLarge | Unfit>
}

export const makeLateLane = (preparing: Preparing, { quietMs }: LateLaneOptions) => Effect.gen(function*() {
  const spans = yield* LateSpans
  const ids = yield* Ids
  const rejudge = yield* makeRejudging

  const lookMs = Math.min(LOOK_MS, quietMs)
  let lookAt = -Infinity
  /** Spans that were in a round the database refused: they go one by one, and one that is refused alone is given up. */
  const refusals = new Map<number, { readonly times: number; readonly detail: string }>()
  const refusalOf = (span: Span) => span.ids.flatMap((id) => refusals.get(id) ?? [])[0] ?? null

  /** Few enough to judge in one commit. */
  const roundOf = (due: ReadonlyArray<Span>, now: number): ReadonlyArray<Span> => {
    const isAlone = (span: Span) => now - span.from > LONG_MS || refusalOf(span) !== null
    if (isAlone(due[0]!)) return due.slice(0, 1)
    const seen = new Set<string>() // a bare device is a subject in each project it was in
    return due.filter((span) => {
      if (isAlone(span) || seen.has(span.subject.id)) return false
      seen.add(span.subject.id)
      return true
    })
  }

  const take: LateLane["take"] = Effect.fnUntraced(function*(estate, atEnd, now, commit) {
    if (now < lookAt) return false
    const due = yield* spans.due({ now, quietMs, patienceMs: Math.max(quietMs, PATIENCE_MS), most: MOST })
    // while the log grows faster than it is read, live batches come first
    lookAt = due.length === 0 || atEnd.size < PARTITIONS ? now + lookMs : -Infinity
    if (due.length === 0) return false
    const round = roundOf(due, now)
    const wanted = new Map(round.map(({ subject: { deviceId, entityId, projectId } }): [string, Subject] => {
      const subject = estate.subjectOf(projectId, deviceId, entityId), key = subjectKey(subject)
      return [key, estate.cells.get(key)?.subject ?? subject]
    }))
    /** What is decided of these subjects is committed by the owner of their partitions. */
    const owned = (changes: Changes) => {
      for (const partition of new Set([...wanted.values()].map((s) => partitionOf(s.id)))) {
        changes.cursors.push({ partition, from: estate.position(partition), to: estate.position(partition) })
      }
      return changes
    }
    // editions that have not judged the subjects yet begin before their past is judged again
    const beginning = new Changes(now)
    const { ready } = yield* preparing.prepare(estate, wanted, beginning)
    if (!beginning.isEmpty) yield* commit(owned(beginning))

    const refusal = refusalOf(round[0]!), givenUp = refusal !== null && refusal.times >= 2 ? refusal.detail : null
    const able = givenUp !== null ? [] : round.flatMap((span) => ready.has(subjectKey(span.subject)) ? [{ span, ready: ready.get(subjectKey(span.subject))! }] : [])
    const done = yield* rejudge(estate, able, atEnd, now)
    const changes = owned(new Changes(now))
    for (const one of done) rewrite(one, changes, ids.next)
    for (const span of round) if (!able.some((a) => a.span === span)) changes.dismissed.push({ span, failure: givenUp, traceId: ids.next() })
    yield* commit(changes).pipe(Effect.tapErrorTag("Unfit", ({ message }) => Effect.sync(() => {
      for (const span of round) {
        const times = (refusalOf(span)?.times ?? 0) + 1
        for (const id of span.ids) refusals.set(id, { times, detail: message })
      }
    })))
    for (const span of round) for (const id of span.ids) refusals.delete(id)
    for (const { replayed: { cell }, task: { ready: { bench, cell: before } } } of done) {
      cell.lapsed = before.lapsed
      cell.settledTo = before.settledTo
      estate.cells.set(subjectKey(cell.subject), cell)
      for (const actor of cell.actors?.values() ?? []) {
        const wake = wakeAt(actor.state, actor.rule.forMs)
        if (wake !== null) arm(bench, cell, actor, wake)
      }
    }
    return true
  })

  return { take } satisfies LateLane
})
