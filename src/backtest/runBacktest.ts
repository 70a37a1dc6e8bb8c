// Runs a backtest over the stored past, slice by slice: reads, adds subjects when their first record comes,
// evaluates, and yields to other requests. Ends where the backtest ends, or where the rows run out.
import { Effect } from "effect"
import {
  type SubjectEntry,
  type HistorySlice,
  MAX_EVENTS,
  MAX_ROWS,
  type BacktestResult,
  type BacktestOptions
} from "./BacktestOptions.ts"
import { Backtest } from "./Backtest.ts"
import { blankFromIn } from "./blankFromIn.ts"
import type { Activation, KnownSubject, SubjectHistory } from "./ports.ts"
import { arrivalsIn, lastSentBefore } from "./readArrivals.ts"

/** MAX_UNYIELDED_MS is how long it evaluates before other requests have a turn. */
const MAX_UNYIELDED_MS = 10
/** SLICE_ROWS is the number of rows in a slice: enough to be worth a query, few enough to evaluate at once. */
const SLICE_ROWS = 10_000
/**
 * FIRST_SLICE_MS is the width of the first slice; the next ones follow from the rows it held, to be half
 * full.
 */
const FIRST_SLICE_MS = 6 * 3_600_000

/** BacktestReport is a result with what was read. */
export interface BacktestReport extends BacktestResult {
  readonly rowsRead: number
  readonly truncatedBy: "rows" | "events" | "steps" | null
  /** epoch ms */
  readonly coveredTo: number
  /** the oldest edition in which the version was in force for a subject at the beginning; null: for none */
  readonly inForceFrom: number | null
}

/** BacktestReadings collects what a backtest reads, to run others over the same past. */
export interface BacktestReadings {
  readonly entrants: Array<SubjectEntry>
  readonly records: Array<HistorySlice["records"][number]>
  readonly arrivals: Array<HistorySlice["arrivals"][number]>
}

/** OnProgress is called with the progress of a backtest, 0 to 1 of its range. */
export type OnProgress = (so: {
  readonly progress: number
  readonly rowsRead: number
}) => Effect.Effect<unknown>
/** Ignores progress. */
export const ignoreProgress: OnProgress = () => Effect.void

/** Runs a generator step by step and yields to other requests in between. */
export const runWithYields = Effect.fnUntraced(function* <A>(work: Generator<void, A, void>) {
  for (let began = performance.now(); ;) {
    const step = work.next()
    if (step.done === true) return step.value
    if (performance.now() - began < MAX_UNYIELDED_MS) continue
    yield* Effect.yieldNow
    began = performance.now()
  }
})

/**
 * Returns up to when `left` rows last: the first moment whose rows are too many, counting what it costs to
 * add subjects that appear in it.
 */
const endOfBudget = (
  { arrivals, records }: HistorySlice,
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

/**
 * Runs a backtest. `activations`: null for a draft, which begins blank. `note` is called before each slice is
 * read, `read` collects what was.
 */
export const runBacktest = Effect.fn("runBacktest")(function* (
  history: SubjectHistory["Service"],
  options: BacktestOptions,
  knownSubjects: ReadonlyArray<KnownSubject>,
  activations: ReadonlyArray<Activation> | null,
  note: OnProgress = ignoreProgress,
  read: BacktestReadings | null = null
) {
  const backtest = new Backtest(options)
  const { from, projectId } = options
  const subjectsById = new Map(
    knownSubjects.filter(({ who }) => backtest.appliesTo(who)).map((s) => [s.subject.id, s])
  )
  const subjects = [...subjectsById.values()].map((s) => s.subject)
  if (backtest.silence !== null) backtest.hearing = yield* history.hearing
  const { hearing } = backtest
  let rowsRead = 0,
    inForceFrom: number | null = null

  /**
   * Returns the rows it costs to add each subject: its windows, one fix of each kind, one value of each
   * metric.
   */
  const pricesOf = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const { metrics, windows } = backtest.needs
    const weights =
      windows.length === 0 || ids.length === 0
        ? null
        : yield* history.weigh(
            ids.map((id) => subjectsById.get(id)!.subject),
            from,
            backtest.needs
          )
    return new Map(ids.map((id) => [id, metrics.length + 2 + (weights?.get(id) ?? 0)]))
  })

  const enter = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    if (ids.length === 0) return
    const list = ids.map((id) => subjectsById.get(id)!.subject)
    const memories = yield* history.recall(list, from, backtest.needs)
    const editions = activations === null ? null : yield* history.editions(list)
    const seen = backtest.silence === null ? null : yield* history.lastSeen(projectId, list, from)
    const sent = seen === null ? null : yield* lastSentBefore(history, options, list, seen, hearing)
    const fresh = backtest.isScheduled ? list.filter((s) => memories.get(s.id)?.watermark === null) : []
    const beginnings =
      fresh.length === 0 ? new Map<string, number>() : yield* history.beginnings(fresh, from, backtest.reach)
    for (const id of ids) {
      const memory = memories.get(id),
        { subject, who } = subjectsById.get(id)!
      if (memory === undefined) continue
      const begins =
        memory.watermark !== null ? null : (beginnings.get(id) ?? (backtest.isScheduled ? undefined : null))
      if (begins === undefined) continue // it never reported: no schedule asks it
      const edition =
        editions?.get(id)?.findLast((e) => (backtest.isScheduled ? e.ticksAfter : e.recordsAfter) < from)
          ?.version ?? null
      const inForceSince =
        activations === null ? null : blankFromIn(activations, edition, options.candidate.version)
      if (inForceSince !== null && edition !== null) inForceFrom = Math.min(edition, inForceFrom ?? Infinity)
      for (const samples of memory.samples.values()) rowsRead += samples.length
      rowsRead +=
        memory.latest.size + Number(memory.fix !== undefined) + Number(memory.networkFix !== undefined)
      const lastSent = sent?.get(id)
      const entrant = {
        subject,
        who,
        memory,
        lastSeen: seen?.get(id) ?? null,
        ...(lastSent === undefined ? {} : { lastSent }),
        begins,
        inForceSince
      }
      backtest.addSubject(entrant)
      read?.entrants.push(entrant)
    }
  })

  const ended = (coveredTo: number, truncatedBy: BacktestReport["truncatedBy"]): BacktestReport => ({
    ...backtest.result(),
    rowsRead,
    coveredTo,
    truncatedBy,
    inForceFrom
  })

  // a schedule asks all subjects; a hold in progress ends by the clock
  const expected = backtest.isScheduled
    ? [...subjectsById.keys()]
    : activations !== null && backtest.waits
      ? yield* history.waiting(subjects, options.candidate.id, from)
      : []
  if (expected.length > 0) {
    const prices = yield* pricesOf(expected)
    if ([...prices.values()].reduce((sum, price) => sum + price, 0) > MAX_ROWS) return ended(from, "rows")
    yield* enter(expected)
  }
  for (let at = from, width = FIRST_SLICE_MS, most = SLICE_ROWS; at < backtest.reach;) {
    yield* note({ progress: (at - from) / (backtest.reach - from), rowsRead })
    const until = Math.min(backtest.reach, at + width),
      left = MAX_ROWS - rowsRead,
      limit = Math.min(most, left)
    const slice = { projectId, subjects, from: at, to: until, limit: limit + 1 }
    const sliceRows: HistorySlice = {
      records: yield* history.records(slice, backtest.reads),
      arrivals:
        backtest.silence === null ? [] : yield* arrivalsIn(history, slice, hearing, backtest.silence / 4)
    }
    const newSubjectIds = [...new Set(sliceRows.records.map((r) => r.subject.id))].filter(
      (id) => !backtest.hasSubject(id)
    )
    const end = endOfBudget(sliceRows, until, limit, yield* pricesOf(newSubjectIds))
    if (end === at && limit < left) {
      most *= 2 // more at one instant than a slice holds
      continue
    }
    const records = sliceRows.records.filter((r) => r.at < end),
      arrivals = sliceRows.arrivals.filter((a) => a.at < end)
    yield* enter([...new Set(records.map((r) => r.subject.id))].filter((id) => !backtest.hasSubject(id)))
    yield* runWithYields(backtest.evaluate({ records, arrivals }, end))
    for (const record of records) read?.records.push(record)
    for (const arrival of arrivals) read?.arrivals.push(arrival)
    const rows = records.length + arrivals.length
    rowsRead += rows
    if (end < until && limit === left) return ended(end, "rows")
    width = Math.max(1000, Math.floor((end - at) * Math.min(8, Math.max(0.25, SLICE_ROWS / 2 / (rows + 1)))))
    at = end
  }
  const result = backtest.result()
  return ended(backtest.reach, backtest.endsBySteps ? "steps" : result.total > MAX_EVENTS ? "events" : null)
})
