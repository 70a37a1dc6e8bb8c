// Leads a rule test through the stored past, slice by slice: reads, lets those enter who are met for the
// first time, judges, and gives other requests a turn in between. Ends where the test does, or where the rows
// run out.
import { Effect } from "effect"
import { type Happened, MAX_EVENTS, MAX_ROWS, type Tested, type Trial } from "../../engine/past/Trial.ts"
import { RuleTest } from "../../engine/past/testRule.ts"
import type { Activation, RuleTests } from "../../store/rules/RuleTests.ts"
import type { Someone } from "../../store/rules/ruleSubjects.ts"

/** Judging goes on for this long, ms, before other requests have a turn. */
const TURN_MS = 10
/** Rows of a slice: enough to be worth a query, few enough to be looked through at a stretch. */
const SLICE_ROWS = 10_000
/** How wide the first slice is, ms; the next ones follow from what it held, to be half full. */
const FIRST_WIDTH_MS = 6 * 3_600_000

export interface Tried extends Tested {
  readonly rowsRead: number
  readonly truncatedBy: "rows" | "events" | "steps" | null
  /** epoch ms */
  readonly coveredTo: number
  /**
   * the oldest edition of the rule set in which the version was in force for a subject at the beginning;
   * null: it was for none
   */
  readonly inForceFrom: number | null
}

/**
 * Since which edition a version had remembered what it remembers in an edition; null: it was not in force in
 * it.
 */
export const inForceIn = (
  activations: ReadonlyArray<Activation>,
  edition: number | null,
  version: number
): number | null => {
  const turn = edition === null ? undefined : activations.findLast((a) => a.edition <= edition)
  return turn?.version === version ? turn.blankFrom : null
}

const drive = Effect.fnUntraced(function* (work: Iterable<void>) {
  let began = performance.now()
  for (const _ of work) {
    if (performance.now() - began < TURN_MS) continue
    yield* Effect.yieldNow
    began = performance.now()
  }
})

/**
 * Up to where `left` rows last: the first moment whose rows are too many, with what those cost who are met in
 * it for the first time.
 */
const lasts = (
  { arrivals, records }: Happened,
  until: number,
  left: number,
  prices: ReadonlyMap<string, number>
): number => {
  const met = new Set<string>()
  const rows = [
    ...records.map((r) => ({ at: r.at, id: r.subject.id })),
    ...arrivals.map((a) => ({ at: a.at, id: a.subjectId }))
  ].sort((a, b) => a.at - b.at)
  let spent = 0
  for (const { at, id } of rows) {
    spent += met.has(id) ? 1 : 1 + (prices.get(id) ?? 0)
    met.add(id)
    if (spent > left) return at
  }
  return until
}

/** `activations`: null for a draft, which begins blank whatever was in force. */
export const tryRule = Effect.fn("tryRule")(function* (
  tests: RuleTests["Service"],
  trial: Trial,
  everybody: ReadonlyArray<Someone>,
  activations: ReadonlyArray<Activation> | null
) {
  const test = new RuleTest(trial)
  const { from, projectId } = trial
  const people = new Map(everybody.filter(({ who }) => test.concerns(who)).map((s) => [s.subject.id, s]))
  const subjects = [...people.values()].map((s) => s.subject)
  let rowsRead = 0,
    inForceFrom: number | null = null

  /**
   * What it costs to let each enter, rows: its windows, and at most one fix of each kind and one value of
   * each metric.
   */
  const pricesOf = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const { metrics, windows } = test.needs
    const weights =
      windows.length === 0 || ids.length === 0
        ? null
        : yield* tests.weigh(
            ids.map((id) => people.get(id)!.subject),
            from,
            test.needs
          )
    return new Map(ids.map((id) => [id, metrics.length + 2 + (weights?.get(id) ?? 0)]))
  })

  const enter = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    if (ids.length === 0) return
    const list = ids.map((id) => people.get(id)!.subject)
    const memories = yield* tests.recall(list, from, test.needs)
    const editions = activations === null ? null : yield* tests.editions(list)
    const seen = test.silence === null ? null : yield* tests.lastSeen(projectId, list, from)
    const fresh = test.isScheduled ? list.filter((s) => memories.get(s.id)?.watermark === null) : []
    const beginnings =
      fresh.length === 0 ? new Map<string, number>() : yield* tests.beginnings(fresh, from, test.reach)
    for (const id of ids) {
      const memory = memories.get(id),
        { subject, who } = people.get(id)!
      if (memory === undefined) continue
      const begins =
        memory.watermark !== null ? null : (beginnings.get(id) ?? (test.isScheduled ? undefined : null))
      if (begins === undefined) continue // it never reported: no schedule knows it
      const edition =
        editions?.get(id)?.findLast((e) => (test.isScheduled ? e.tickFloor : e.floor) < from)?.version ?? null
      const inForceSince =
        activations === null ? null : inForceIn(activations, edition, trial.candidate.version)
      if (inForceSince !== null && edition !== null) inForceFrom = Math.min(edition, inForceFrom ?? Infinity)
      for (const samples of memory.samples.values()) rowsRead += samples.length
      rowsRead +=
        memory.latest.size + Number(memory.fix !== undefined) + Number(memory.networkFix !== undefined)
      test.enter({ subject, who, memory, lastSeen: seen?.get(id) ?? null, begins, inForceSince })
    }
  })

  const ended = (coveredTo: number, truncatedBy: Tried["truncatedBy"]): Tried => ({
    ...test.result(),
    rowsRead,
    coveredTo,
    truncatedBy,
    inForceFrom
  })

  if (test.isScheduled) {
    const prices = yield* pricesOf([...people.keys()])
    if ([...prices.values()].reduce((sum, price) => sum + price, 0) > MAX_ROWS) return ended(from, "rows")
    yield* enter([...people.keys()])
  }
  for (let at = from, width = FIRST_WIDTH_MS, most = SLICE_ROWS; at < test.reach;) {
    const until = Math.min(test.reach, at + width),
      left = MAX_ROWS - rowsRead,
      limit = Math.min(most, left)
    const slice = { projectId, subjects, from: at, to: until, limit: limit + 1 }
    const happened: Happened = {
      records: yield* tests.records(slice, test.reads),
      arrivals: test.silence === null ? [] : yield* tests.arrivals(slice, test.silence / 4)
    }
    const strangers = [...new Set(happened.records.map((r) => r.subject.id))].filter((id) => !test.knows(id))
    const end = lasts(happened, until, limit, yield* pricesOf(strangers))
    if (end === at && limit < left) {
      most *= 2 // more at one instant than a slice holds
      continue
    }
    const records = happened.records.filter((r) => r.at < end),
      arrivals = happened.arrivals.filter((a) => a.at < end)
    yield* enter([...new Set(records.map((r) => r.subject.id))].filter((id) => !test.knows(id)))
    yield* drive(test.judge({ records, arrivals }, end))
    const rows = records.length + arrivals.length
    rowsRead += rows
    if (end < until && limit === left) return ended(end, "rows")
    width = Math.max(1000, Math.floor((end - at) * Math.min(8, Math.max(0.25, SLICE_ROWS / 2 / (rows + 1)))))
    at = end
  }
  const result = test.result()
  return ended(test.reach, test.endsBySteps ? "steps" : result.total > MAX_EVENTS ? "events" : null)
})
