// A curation: an overlay by a person on positions. What the device sent stays; the effective values of a position are
// those of its active overlays, the latest last.
import * as Schema from "effect/Schema"
import { Instant, InstantInput, Uuid } from "../schemas.ts"

/** MAX_CURATED_POSITIONS is how many positions one curation covers at most. */
export const MAX_CURATED_POSITIONS = 100_000
/** MAX_PREVIEWED_POSITIONS is how many positions a preview evaluates at most. */
export const MAX_PREVIEWED_POSITIONS = 5000

const PointInput = Schema.Struct({
  type: Schema.Literal("Point"),
  coordinates: Schema.Tuple([
    Schema.Finite.check(Schema.isBetween({ minimum: -180, maximum: 180 })),
    Schema.Finite.check(Schema.isBetween({ minimum: -90, maximum: 90 }))
  ])
})

/** Change is the correction of positions; time and place can be set only for one position. */
const Change = Schema.Struct({
  valid: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "false: marked as wrong, and used by nothing" })
  ),
  time: Schema.optionalKey(InstantInput.annotate({ description: "When it was; of one position" })),
  geometry: Schema.optionalKey(PointInput.annotate({ description: "Where it was; of one position" }))
}).annotate({ identifier: "CurationChange" })
/** Change is what a curation sets; time and place can only be set for a single position. */
export type Change = typeof Change.Type

/** Either single positions by their ids, or all of a stretch of effective time. */
const selection = {
  device_id: Uuid,
  position_ids: Schema.optionalKey(
    Schema.Array(Schema.Int.check(Schema.isGreaterThan(0))).check(
      Schema.isMinLength(1),
      Schema.isMaxLength(1000),
      Schema.isUnique()
    )
  ),
  from: Schema.optionalKey(InstantInput),
  to: Schema.optionalKey(InstantInput)
}

/** CurationDraft is a curation that is previewed: its positions and its change. */
export const CurationDraft = Schema.Struct({ ...selection, set: Change })
export type CurationDraft = typeof CurationDraft.Type

/** NewCuration is a request to save a curation, with its reason. */
export const NewCuration = Schema.Struct({
  ...selection,
  set: Change,
  reason: Schema.String.check(
    Schema.isMaxLength(1000),
    Schema.isPattern(/\S/u, { expected: "a text that is not blank" })
  )
})
export type NewCuration = typeof NewCuration.Type

/** Curation is a saved overlay. */
export const Curation = Schema.Struct({
  id: Uuid,
  device_id: Uuid,
  positions: Schema.Int.annotate({ description: "How many it lies on" }),
  selection: Schema.Struct({
    position_ids: Schema.optionalKey(Schema.Array(Schema.Int)),
    from: Schema.optionalKey(Instant),
    to: Schema.optionalKey(Instant)
  }),
  set: Schema.Struct({
    valid: Schema.optionalKey(Schema.Boolean),
    time: Schema.optionalKey(Instant),
    geometry: Schema.optionalKey(PointInput)
  }),
  reason: Schema.String,
  actor: Schema.Struct({ id: Schema.NullOr(Uuid), name: Schema.NullOr(Schema.String) }),
  created_at: Instant,
  reverted_at: Schema.NullOr(Instant)
}).annotate({ identifier: "Curation" })
export type Curation = typeof Curation.Type

/** OverlaidPosition is a position with its effective values now and under the draft. */
interface OverlaidPosition {
  readonly id: number
  readonly deviceId: string
  readonly entityId: string | null
  readonly recordType: "gnss" | "network"
  /** effective time, epoch ms */
  readonly at: number
  readonly lon: number
  readonly lat: number
  readonly valid: boolean
}

/** PreviewedPosition is a position as a preview reads it. */
export interface PreviewedPosition extends OverlaidPosition {
  readonly receivedAt: number
  readonly conflicting: boolean
  readonly altitudeM: number | null
  readonly speedMps: number | null
  readonly accuracyM: number | null
}

/** Returns a position under an overlay. */
export const overlay = <P extends Pick<OverlaidPosition, "at" | "lat" | "lon" | "valid">>(
  position: P,
  { geometry, time, valid }: Change
): P => ({
  ...position,
  at: time ?? position.at,
  ...(geometry === undefined ? {} : { lon: geometry.coordinates[0], lat: geometry.coordinates[1] }),
  valid: valid ?? position.valid
})
