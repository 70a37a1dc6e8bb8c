// What an analysis computes with: the fixes of subjects as columns of numbers, what is known of the subjects
// beside their fixes, and the areas it is about.

/** A period of a run, `[from, to)` in epoch ms. Herd B of a grazing run is `comparison` over the same dates. */
export interface Period {
  readonly key: PeriodKey
  readonly from: number
  readonly to: number
}
/** PeriodKey is which of the two periods of a run. */
export type PeriodKey = "main" | "comparison"

/**
 * One subject's effective fixes in one period: valid, of the device's own receiver, rows in order of (time,
 * as stored). Columns of one length. Nothing is cleaned yet: equal times and impossible places are still in
 * it.
 */
export interface Track {
  /** index into `SandboxJob.subjects` */
  readonly subject: number
  readonly period: PeriodKey
  /** epoch ms */
  readonly time: Float64Array
  /** degrees, WGS 84 */
  readonly lon: Float64Array
  readonly lat: Float64Array
  /** NaN: unknown */
  readonly accuracy_m: Float32Array
  readonly satellites: Float32Array
}

/** A device that a subject wore, in epoch ms; `to` null: still. */
export interface Deployment {
  readonly device: string
  readonly from: number
  readonly to: number | null
}

/** Records that did not become fixes of a track, in one period. */
export interface Discarded {
  /** marked as wrong */
  readonly invalid: number
  /** sent twice with the same time, and kept once; as far back as traces are kept, 30 days */
  readonly duplicates: number
  /** sent twice with the same time at another place */
  readonly conflicting: number
}

/** Subject is an animal, a person or a vehicle that an analysis is about. */
export interface Subject {
  readonly id: string
  readonly name: string
  /** the key of the entity type */
  readonly type: string
  /** decides the plausible speed */
  readonly isLivestock: boolean
  /** numbers among the attributes, such as a body mass */
  readonly weights: Readonly<Record<string, number>>
  /** null: not known, as of tracks in a file */
  readonly deployments: ReadonlyArray<Deployment> | null
  readonly discarded: Readonly<Partial<Record<PeriodKey, Discarded>>>
}

/** Rings are the shell and the holes of a polygon, in degrees. */
type Rings = ReadonlyArray<ReadonlyArray<ReadonlyArray<number>>>

/** A chosen area: a polygon or multipolygon in degrees, as stored. */
export interface ChosenArea {
  readonly id: string
  readonly name: string
  readonly geometry:
    | { readonly type: "Polygon"; readonly coordinates: Rings }
    | { readonly type: "MultiPolygon"; readonly coordinates: ReadonlyArray<Rings> }
  /** numbers among the attributes, such as `carrying_capacity` */
  readonly attributes: Readonly<Record<string, number>>
}
