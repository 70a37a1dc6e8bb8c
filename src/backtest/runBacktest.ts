// Leads a backtest through the stored past, slice by slice: reads, lets those enter who are met for the
// first time, judges, and gives other requests a turn in between. Ends where it does itself, or where the rows
// run out.
import { Effect } from "effect"
import type { Hearing } from "../domain/hearing/Hearing.ts"
import type { Subject } from "../domain/rule/Observation.ts"
import {
  type Entrant,
  type HistorySlice,
  MAX_EVENTS,
  MAX_ROWS,
  type BacktestResult,
  type BacktestOptions
} from "./BacktestOptions.ts"
import { Backtest } from "./Backtest.ts"
import { inForceIn } from "./inForceIn.ts"
import type { Activation, KnownSubject, Slice, SubjectHistory } from "./ports.ts"

/** Judging goes on for this long, ms, before other requests have a turn. */
const SLICE_MS = 10
/** Rows of a slice: enough to be worth a query, few enough to be looked through at a stretch. */
const SLICE_ROWS = 10_000
/** How wide the first slice is, ms; the next ones follow from what it held, to be half full. */
const FIRST_WIDTH_MS = 6 * 3_600_000

export interface BacktestReport extends BacktestResult {
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

/** Of what was sent amid an outage before the range only the last is looked for: once in so long, ms. */
const LAST_GRAIN_MS = 86_400_000

/** What a backtest read, for whoever asks the same past again: filled while it is led through. */
export interface Read {
  readonly entrants: Array<Entrant>
  readonly records: Array<HistorySlice["records"][number]>
  readonly arrivals: Array<HistorySlice["arrivals"][number]>
}

/** How far a backtest is: `progress` of its range, 0 to 1. */
export type Note = (so: { readonly progress: number; readonly rowsRead: number }) => Effect.Effect<unknown>
export const noNote: Note = () => Effect.void

/** Does a piece of work step by step, with turns for other requests. */
export const drive = Effect.fnUntraced(function* <A>(work: Generator<void, A, void>) {
  for (let began = performance.now(); ;) {
    const step = work.next()
    if (step.done === true) return step.value
    if (performance.now() - began < SLICE_MS) continue
    yield* Effect.yieldNow
    began = performance.now()
  }
})

/** When something of each subject that came later was sent last before the range, amid some outage. */
const lastSentBefore = Effect.fnUntraced(function* (
  history: SubjectHistory["Service"],
  { from, projectId }: BacktestOptions,
  subjects: ReadonlyArray<Subject>,
  lastSeen: ReadonlyMap<string, number>,
  hearing: Hearing
) {
  const heard = [...lastSeen.values()]
  const stretches = heard.length === 0 ? [] : hearing.within(Math.min(...heard), from)
  if (stretches.length === 0) return new Map<string, number>()
  const sent = yield* history.sentAmid({ projectId, subjects, limit: MAX_ROWS }, stretches, LAST_GRAIN_MS)
  return new Map(sent.map(({ at, subjectId }) => [subjectId, at]))
})

/** What arrived in a slice, and what was sent in it amid some outage and came later. */
const arrivalsIn = Effect.fnUntraced(function* (
  history: SubjectHistory["Service"],
  slice: Slice,
  hearing: Hearing,
  grain: number
) {
  const arrived: HistorySlice["arrivals"] = yield* history.arrivals(slice, grain)
  const stretches = hearing.within(slice.from, slice.to)
  if (stretches.length === 0) return arrived
  const sent = yield* history.sentAmid(slice, stretches, grain)
  return [...arrived, ...sent.map((s) => ({ ...s, isSent: true as const }))].sort((a, b) => a.at - b.at)
})

/**
 * Up to where `left` rows last: the first moment whose rows are too many, with what those cost who are met in
 * it for the first time.
 */
const lasts = (
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
 * `activations`: null for a draft, which begins blank whatever was in force. `note` is told before each slice
 * is read, `read` keeps what was.
 */
export const runBacktest = Effect.fn("runBacktest")(function* (
  history: SubjectHistory["Service"],
  options: BacktestOptions,
  everybody: ReadonlyArray<KnownSubject>,
  activations: ReadonlyArray<Activation> | null,
  note: Note = noNote,
  read: Read | null = null
) {
  const backtest = new Backtest(options)
  const { from, projectId } = options
  const people = new Map(everybody.filter(({ who }) => backtest.concerns(who)).map((s) => [s.subject.id, s]))
  const subjects = [...people.values()].map((s) => s.subject)
  if (backtest.silence !== null) backtest.hearing = yield* history.hearing
  const { hearing } = backtest
  let rowsRead = 0,
    inForceFrom: number | null = null

  /**
   * What it costs to let each enter, rows: its windows, and at most one fix of each kind and one value of
   * each metric.
   */
  const pricesOf = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const { metrics, windows } = backtest.needs
    const weights =
      windows.length === 0 || ids.length === 0
        ? null
        : yield* history.weigh(
            ids.map((id) => people.get(id)!.subject),
            from,
            backtest.needs
          )
    return new Map(ids.map((id) => [id, metrics.length + 2 + (weights?.get(id) ?? 0)]))
  })

  const enter = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    if (ids.length === 0) return
    const list = ids.map((id) => people.get(id)!.subject)
    const memories = yield* history.recall(list, from, backtest.needs)
    const editions = activations === null ? null : yield* history.editions(list)
    const seen = backtest.silence === null ? null : yield* history.lastSeen(projectId, list, from)
    const sent = seen === null ? null : yield* lastSentBefore(history, options, list, seen, hearing)
    const fresh = backtest.isScheduled ? list.filter((s) => memories.get(s.id)?.watermark === null) : []
    const beginnings =
      fresh.length === 0 ? new Map<string, number>() : yield* history.beginnings(fresh, from, backtest.reach)
    for (const id of ids) {
      const memory = memories.get(id),
        { subject, who } = people.get(id)!
      if (memory === undefined) continue
      const begins =
        memory.watermark !== null ? null : (beginnings.get(id) ?? (backtest.isScheduled ? undefined : null))
      if (begins === undefined) continue // it never reported: no schedule knows it
      const edition =
        editions?.get(id)?.findLast((e) => (backtest.isScheduled ? e.ticksAfter : e.recordsAfter) < from)
          ?.version ?? null
      const inForceSince =
        activations === null ? null : inForceIn(activations, edition, options.candidate.version)
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
      backtest.enter(entrant)
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

  // a schedule asks everybody; a wait that was under way ends by the clock
  const expected = backtest.isScheduled
    ? [...people.keys()]
    : activations !== null && backtest.waits
      ? yield* history.waiting(subjects, options.candidate.id, from)
      : []
  if (expected.length > 0) {
    const prices = yield* pricesOf(expected)
    if ([...prices.values()].reduce((sum, price) => sum + price, 0) > MAX_ROWS) return ended(from, "rows")
    yield* enter(expected)
  }
  for (let at = from, width = FIRST_WIDTH_MS, most = SLICE_ROWS; at < backtest.reach;) {
    yield* note({ progress: (at - from) / (backtest.reach - from), rowsRead })
    const until = Math.min(backtest.reach, at + width),
      left = MAX_ROWS - rowsRead,
      limit = Math.min(most, left)
    const slice = { projectId, subjects, from: at, to: until, limit: limit + 1 }
    const happened: HistorySlice = {
      records: yield* history.records(slice, backtest.reads),
      arrivals:
        backtest.silence === null ? [] : yield* arrivalsIn(history, slice, hearing, backtest.silence / 4)
    }
    const strangers = [...new Set(happened.records.map((r) => r.subject.id))].filter(
      (id) => !backtest.knows(id)
    )
    const end = lasts(happened, until, limit, yield* pricesOf(strangers))
    if (end === at && limit < left) {
      most *= 2 // more at one instant than a slice holds
      continue
    }
    const records = happened.records.filter((r) => r.at < end),
      arrivals = happened.arrivals.filter((a) => a.at < end)
    yield* enter([...new Set(records.map((r) => r.subject.id))].filter((id) => !backtest.knows(id)))
    yield* drive(backtest.judge({ records, arrivals }, end))
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
