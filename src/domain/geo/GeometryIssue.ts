// Why a geometry was refused.
import type { Point } from "./Point.ts"

/**
 * `pointer` is a JSON Pointer (RFC 6901) relative to the refused value, `detail` one sentence for a person,
 * `at` the place on a map where it shows, [longitude, latitude], where there is one.
 * The members are those of an entry of `errors` in a problem document.
 */
export interface GeometryIssue {
  readonly pointer: string
  readonly code:
    | "GEOMETRY_TYPE"
    | "GEOMETRY_MEMBER"
    | "GEOMETRY_EMPTY"
    | "GEOMETRY_TOO_LARGE"
    | "GEOMETRY_TOO_DEEP"
    | "POSITION_INVALID"
    | "POSITION_OUT_OF_RANGE"
    | "LINE_TOO_SHORT"
    | "RING_TOO_SHORT"
    | "RING_UNCLOSED"
    | "RING_CROSSING"
    | "RING_ROUND_POLE"
    | "HOLE_OUTSIDE"
    | "HOLE_CROSSING"
    | "PARTS_OVERLAP"
    | "CIRCLE_INVALID"
  readonly detail: string
  readonly at?: Point
}
