// Journeys: a collar's records come late, twice and in any order to an engine that is killed now and then,
// and whose late lane may take little at once.
import { Effect, Schema } from "effect"
import type { BatchLimits } from "../../../src/engine/live/AdaptiveBatchLimit.ts"
import { MemoryStore } from "./memory.ts"
import { makeSteps } from "./steps.ts"
import { cow, PROJECT, START } from "./timeline.ts"
import { edited, firstRuleSet, HERD, recordsOf, World } from "./worlds.ts"

export const Journey = Schema.Struct({
  world: World,
  /** how much later than it should a record comes, seconds: a track may come in any order */
  lags: Schema.Array(Schema.Literals([0, 0, 10, 40, 90, 200, 600, 2000])).check(Schema.isMaxLength(40)),
  /** records that are sent once more, and when the engine is killed: by place */
  again: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))).check(
    Schema.isMaxLength(4)
  ),
  rowsAtOnce: Schema.Literals([1, 2, 1000]),
  kills: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 }))).check(
    Schema.isMaxLength(3)
  )
})
export type Journey = typeof Journey.Type

const STEP_MS = 15_000

/**
 * Leads an engine through a journey; edits happen when their record would have come in time. `bounds`: what a
 * piece of the past may cost. `slowly`: one piece at each moment.
 */
export const travel = Effect.fnUntraced(function* (
  { again, kills, lags, rowsAtOnce, world }: Journey,
  more: { readonly edits: boolean; readonly bounds?: BatchLimits; readonly slowly?: boolean }
) {
  const store = new MemoryStore()
  store.rowsAtOnce = rowsAtOnce
  store.groups = [HERD]
  store.ruleSets.set(PROJECT, firstRuleSet(world))
  const ruleSets = new Map([[1, firstRuleSet(world)]])
  const steps = yield* Effect.provide(makeSteps(store, more.bounds), store.ports())
  const arrivals = recordsOf(world).map((seen, i) => ({ seen, at: seen.receivedAt + (lags[i] ?? 0) * 1000 }))
  const edits = more.edits
    ? world.edits.map((edit) => ({ edit, at: (recordsOf(world)[edit.after]?.receivedAt ?? START) + 1 }))
    : []
  const last = Math.max(START, ...arrivals.map((a) => a.seen.receivedAt)),
    end = last + 2_300_000
  const moments = new Set([...arrivals.map((a) => a.at), ...edits.map((e) => e.at)])
  for (let t = START; t <= last + 200_000; t += STEP_MS) moments.add(t)
  moments.add(end)
  for (const [i, now] of [...moments].sort((a, b) => a - b).entries()) {
    if (kills.includes(i)) steps.restart()
    for (const { edit } of edits.filter((e) => e.at === now)) {
      store.ruleSets.set(PROJECT, edited(world, store.ruleSets.get(PROJECT)!, edit, now))
      if (edit.what === "herd")
        [store.groups, store.roster] = [store.groups.length === 0 ? [HERD] : [], store.roster + 1]
    }
    ruleSets.set(store.ruleSets.get(PROJECT)!.version, store.ruleSets.get(PROJECT)!)
    for (const { seen } of arrivals.filter((a) => a.at === now)) yield* store.append(seen)
    if (again.includes(i)) yield* store.append(...arrivals.filter((a) => a.at < now).map((a) => a.seen))
    yield* steps.at(now, more.slowly === true && now < end ? "once" : "all")
  }
  return { store, end, ruleSets, subjectActor: steps.subjectActor(cow.id) }
})
