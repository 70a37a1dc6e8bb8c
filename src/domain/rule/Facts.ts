// What conditions may read while a moment is evaluated. The memory behind it holds the records up to that
// moment; the live engine, a replay and a test provide the same interface.
import type { Stretch } from "../hearing/Hearing.ts"
import type { RecordTypes } from "./PositionFilter.ts"
import type { Observation } from "./Observation.ts"

/** Truth is `true`, `false`, or null for unknown (Kleene). Unknown never starts and never ends anything. */
export type Truth = boolean | null

/** Sample is a value of a metric with its time. */
export interface Sample {
  readonly at: number
  readonly value: number
  readonly recordId: number
}

/** Fix is a position that counts. */
export interface Fix {
  readonly at: number
  readonly recordId: number
  readonly lon: number
  readonly lat: number
  readonly altitudeM: number | null
  readonly speedMps: number | null
}

/**
 * WindowFigures are the samples of a metric in a stretch of time, taken together. Without samples the figures
 * but `count` and `sum` are NaN.
 */
export interface WindowFigures {
  readonly count: number
  /** the exact sum, rounded once */
  readonly sum: number
  readonly min: number
  readonly max: number
  /** the newest sample; null: there is none */
  readonly newest: Sample | null
  readonly oldest: Sample | null
}

/**
 * Placement tells which features held the subject at its last accepted fix, and in which edition of the
 * project's rule set. A feature edited after that edition has not placed the subject yet: its first verdict
 * starts nothing.
 */
export interface Placement {
  readonly version: number
  /** ids of the features it was inside of, ascending */
  readonly inside: ReadonlyArray<string>
  /** features for which the last fixes disagree with `inside`, and how many; only with `confirmSamples` */
  readonly doubts?: Readonly<Record<string, number>>
}

/** Facts answers what a rule's conditions read at one moment. */
export interface Facts {
  /** the moment evaluated, epoch ms of effective time */
  readonly at: number
  /** the record that started the evaluation; null when a deadline or a tick did */
  readonly trigger: Observation | null
  readonly latest: (metric: string) => Sample | undefined
  /** the samples of (at - seconds, at] */
  readonly window: (metric: string, seconds: number) => WindowFigures
  /** when a record was last received, at or before `at`, or last sent during an outage; null: never */
  readonly lastSeen: () => number | null
  /** stretches since a moment, up to `at`, in which the subject could not be heard */
  readonly unheard: (since: number) => ReadonlyArray<Stretch>
  readonly fix: (recordTypes: RecordTypes) => Fix | undefined
  /**
   * where the subject was placed before this moment's fix, and where it is now, through a filter; null: never
   * placed
   */
  readonly before: (filterKey: string) => Placement | null
  readonly now: (filterKey: string) => Placement | null
}

/** LOOKBACK_MS is the age beyond which a value is unknown (specification 8: latest-value lookback). */
export const LOOKBACK_MS = 7 * 86_400_000
