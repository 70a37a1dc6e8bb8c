// What conditions may ask while a moment is judged. Answers come from memory that holds the records up to that moment;
// the same interface is fed by the live engine, a replay and a test.
import type { Observation } from "./Observation.ts"

/** `true`, `false`, or null for unknown (Kleene). Unknown never starts and never ends anything. */
export type Truth = boolean | null

/** The newest value of a metric. */
export interface Sample {
  readonly at: number
  readonly value: number
  readonly recordId: number
}

/** The newest accepted device fix. */
export interface Fix {
  readonly at: number
  readonly recordId: number
  readonly lon: number
  readonly lat: number
  readonly altitudeM: number | null
  readonly speedMps: number | null
}

/**
 * Which features held the subject at its last accepted fix, and with which edition of the project's book that was found
 * out. A feature edited after that edition has not placed the subject yet: its first verdict is silent.
 */
export interface Placement {
  readonly version: number
  /** ids of the features it was inside of, ascending */
  readonly inside: ReadonlyArray<string>
}

export interface Facts {
  /** the moment judged, epoch ms of effective time */
  readonly at: number
  /** the record that started the evaluation; null when a deadline did */
  readonly trigger: Observation | null
  readonly latest: (metric: string) => Sample | undefined
  readonly fix: Fix | undefined
  /** where the subject was placed before this moment's fix, and where it is now; null: never placed */
  readonly before: Placement | null
  readonly now: Placement | null
}

/** Values older than this are not known (specification 8: latest-value lookback). */
export const LOOKBACK_MS = 7 * 86_400_000
