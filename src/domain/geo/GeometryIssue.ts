// Why a geometry was refused.

/**
 * `pointer` is a JSON Pointer (RFC 6901) relative to the refused value, `detail` one sentence for a person.
 * The members are those of an entry of `errors` in a problem document.
 */
export interface GeometryIssue {
  readonly pointer: string
  readonly code:
    | "GEOMETRY_TYPE"
    | "GEOMETRY_MEMBER"
    | "GEOMETRY_EMPTY"
    | "GEOMETRY_TOO_LARGE"
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
}
