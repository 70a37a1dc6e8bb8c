// The tolerance test: the same rule over a disturbed past, and whether its events stay the same. Uses the
// evaluator of everything else.
import { Backtest } from "../Backtest.ts"
import type { BacktestOptions, SubjectEntry } from "../BacktestOptions.ts"
import type { NewEvent } from "../../engine/evaluate/NewEvent.ts"
import { type Pairing, pairEvents } from "./pairEvents.ts"
import { disturb, type ReceivedPast, type Variant, type VariantKind, variantKinds } from "./variants.ts"

/** Past is a past that was read: subjects, records, and up to when it is evaluated. */
export interface Past extends ReceivedPast {
  readonly options: BacktestOptions
  readonly entrants: ReadonlyArray<SubjectEntry>
  /** epoch ms */
  readonly to: number
}

/** VariantResult is the result of one variant. */
export interface VariantResult extends Variant, Omit<Pairing, "same"> {
  /** no event was added, removed or moved */
  readonly same: boolean
  readonly events: number
}

/**
 * Verdict tells for one kind the smallest size at which events are added or removed; null: none that was
 * tried.
 */
export interface Verdict {
  readonly kind: VariantKind
  readonly changesAt: number | null
}

/** Returns the events of a rule over a past. Yields after each evaluated moment. */
export function* eventsOf(past: Past, heard: ReceivedPast): Generator<void, ReadonlyArray<NewEvent>, void> {
  const test = new Backtest({ ...past.options, draw: false, baseline: null })
  const first = new Map<string, number>()
  for (const { at, subject } of heard.records)
    first.set(subject.id, Math.min(at, first.get(subject.id) ?? Infinity))
  for (const one of past.entrants)
    test.addSubject(one.begins === null ? one : { ...one, begins: first.get(one.subject.id) ?? one.begins })
  yield* test.evaluate(heard, past.to)
  return test.result().events
}

/** Returns how far events may move, which is as far as the clocks were moved. */
const allowedShiftMs = ({ kind, size }: Variant) => (kind === "jitter_time" ? size * 2000 : 0)

/** Tries one variant; `before`: the events of the unchanged past. */
export function* tryVariant(
  past: Past,
  before: ReadonlyArray<NewEvent>,
  variant: Variant,
  seed: number
): Generator<void, VariantResult, void> {
  const { from } = past.options
  const after = yield* eventsOf(past, disturb(past, variant, seed, [from, past.to]))
  const { added, moved, removed } = pairEvents(before, after, allowedShiftMs(variant))
  return {
    ...variant,
    same: added.length + moved.length + removed.length === 0,
    events: after.length,
    added,
    moved,
    removed
  }
}

/** Returns the verdicts of the kinds that were tried, in their usual order. */
export const verdictsOf = (tried: ReadonlyArray<VariantResult>): ReadonlyArray<Verdict> =>
  variantKinds.flatMap((kind) => {
    const own = tried.filter((t) => t.kind === kind)
    const changed = own.filter((t) => t.added.length + t.removed.length > 0).map((t) => t.size)
    return own.length === 0 ? [] : [{ kind, changesAt: changed.length === 0 ? null : Math.min(...changed) }]
  })
