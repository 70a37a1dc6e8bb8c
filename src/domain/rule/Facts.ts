// What conditions may ask while a moment is judged. Answers come from memory that holds the records up to
// that moment; the same interface is fed by the live engine, a replay and a test.
import type { Stretch } from "../hearing/Hearing.ts"
import type { RecordTypes } from "./PositionFilter.ts"
import type { Observation } from "./Observation.ts"

/** `true`, `false`, or null for unknown (Kleene). Unknown never starts and never ends anything. */
export type Truth = boolean | null

/** The newest value of a metric. */
export interface Sample {
  readonly at: number
  readonly value: number
  readonly recordId: number
}

/** A position that counted. */
export interface Fix {
  readonly at: number
  readonly recordId: number
  readonly lon: number
  readonly lat: number
  readonly altitudeM: number | null
  readonly speedMps: number | null
}

/**
 * The samples of a metric in a stretch of time, taken together. Without samples the figures but `count` and
 * `sum` are NaN.
 */
export interface WindowFigures {
  readonly count: number
  /** the exact sum, rounded once */
  readonly sum: number
  readonly min: number
  readonly max: number
  /** the record that decided the newest change of the window; null: none in it */
  readonly newest: Sample | null
  readonly oldest: Sample | null
}

/**
 * Which features held the subject at its last accepted fix, and with which edition of the project's rule set
 * that was found out. A feature edited after that edition has not placed the subject yet: its first verdict
 * is silent.
 */
export interface Placement {
  readonly version: number
  /** ids of the features it was inside of, ascending */
  readonly inside: ReadonlyArray<string>
  /**
   * features whose last fixes disagree with `inside`, and how many did; only of filters that want several to
   * agree
   */
  readonly doubts?: Readonly<Record<string, number>>
}

export interface Facts {
  /** the moment judged, epoch ms of effective time */
  readonly at: number
  /** the record that started the evaluation; null when a deadline or a tick did */
  readonly trigger: Observation | null
  readonly latest: (metric: string) => Sample | undefined
  /** the samples of (at - seconds, at] */
  readonly window: (metric: string, seconds: number) => WindowFigures
  /**
   * when anything of the subject was received last, at or before `at`, or was sent last while nothing could
   * be heard; null: never
   */
  readonly lastSeen: () => number | null
  /** stretches since a moment, up to `at`, in which nothing of the subject could be heard */
  readonly unheard: (since: number) => ReadonlyArray<Stretch>
  readonly fix: (recordTypes: RecordTypes) => Fix | undefined
  /**
   * where the subject was placed before this moment's fix, and where it is now, through a filter; null: never
   * placed
   */
  readonly before: (filterKey: string) => Placement | null
  readonly now: (filterKey: string) => Placement | null
}

/** Values older than this are not known (specification 8: latest-value lookback). */
export const LOOKBACK_MS = 7 * 86_400_000
