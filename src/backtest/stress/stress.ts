// The tolerance test: the same rule over the same past as it might also have been heard, and whether its events
// stay the same. Judged by the evaluator of everything else.
import { Backtest } from "../Backtest.ts"
import type { BacktestOptions, Entrant } from "../BacktestOptions.ts"
import type { NewEvent } from "../../engine/evaluate/NewEvent.ts"
import { type Pairing, pairEvents } from "./pairEvents.ts"
import { disturbed, type Heard, type Variant, type VariantKind, variantKinds } from "./variants.ts"

/** A past that was read: of whom, what was heard, and up to where it is judged. */
export interface Past extends Heard {
  readonly options: BacktestOptions
  readonly entrants: ReadonlyArray<Entrant>
  /** epoch ms */
  readonly to: number
}

/** What came of one disturbance. */
export interface Tried extends Variant, Omit<Pairing, "same"> {
  /** no event more, none less, none at another time */
  readonly same: boolean
  readonly events: number
}

/** Of one kind: the smallest size at which events come or go; null: at none that was tried. */
export interface Verdict {
  readonly kind: VariantKind
  readonly changesAt: number | null
}

/** What a rule makes of a past, undisturbed or not. Gives the turn back after each moment judged. */
export function* judged(past: Past, heard: Heard): Generator<void, ReadonlyArray<NewEvent>, void> {
  const test = new Backtest({ ...past.options, draw: false, baseline: null })
  const first = new Map<string, number>()
  for (const { at, subject } of heard.records)
    first.set(subject.id, Math.min(at, first.get(subject.id) ?? Infinity))
  for (const one of past.entrants)
    test.enter(one.begins === null ? one : { ...one, begins: first.get(one.subject.id) ?? one.begins })
  yield* test.judge(heard, past.to)
  return test.result().events
}

/** An event may be as much off as the clocks were. */
const expected = ({ kind, size }: Variant) => (kind === "jitter_time" ? size * 2000 : 0)

/** Tries one disturbance; `before`: the events of the past as it was. */
export function* tryVariant(
  past: Past,
  before: ReadonlyArray<NewEvent>,
  variant: Variant,
  seed: number
): Generator<void, Tried, void> {
  const { from } = past.options
  const after = yield* judged(past, disturbed(past, variant, seed, [from, past.to]))
  const { added, moved, removed } = pairEvents(before, after, expected(variant))
  return {
    ...variant,
    same: added.length + moved.length + removed.length === 0,
    events: after.length,
    added,
    moved,
    removed
  }
}

/** The kinds that were tried, in their usual order. */
export const verdictsOf = (tried: ReadonlyArray<Tried>): ReadonlyArray<Verdict> =>
  variantKinds.flatMap((kind) => {
    const own = tried.filter((t) => t.kind === kind)
    const changed = own.filter((t) => t.added.length + t.removed.length > 0).map((t) => t.size)
    return own.length === 0 ? [] : [{ kind, changesAt: changed.length === 0 ? null : Math.min(...changed) }]
  })
