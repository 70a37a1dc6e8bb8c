// How much geometry the features of a project may have. Rules load all of it, so it is bounded where it is
// saved, by its bytes as JSON text; whoever had more before keeps it, and is refused only what adds to it.
import type { ShapeIssue } from "./Feature.ts"

const MIB = 1024 * 1024

/** Bytes of geometry of a project, unless the deployment says otherwise (`MAX_GEOMETRY_BYTES`). */
export const DEFAULT_MAX_GEOMETRY_BYTES = 8 * MIB

/** What `MAX_GEOMETRY_BYTES` may be at most: all of it has to be loaded, with the rules beside it. */
export const MAX_CONFIGURABLE_GEOMETRY_BYTES = 32 * MIB

/** Bytes as people read them, with the exact figure beside. */
export const formatBytes = (bytes: number): string =>
  `${(bytes / MIB).toFixed(bytes % MIB === 0 ? 0 : 2)} MiB (${bytes.toLocaleString("en")} bytes)`

/** What a change does to the geometry of a project, in bytes. */
export interface GeometryGrowth {
  /** of the features that stay as they are */
  readonly kept: number
  /** of the shapes that are replaced */
  readonly replaced: number
  /** of the shapes that are saved */
  readonly added: number
}

/** Why a project may not grow so; null: it may, or does not grow. */
export const geometryLimitIssue = (
  { added, kept, replaced }: GeometryGrowth,
  limit: number
): ShapeIssue | null =>
  kept + added <= limit || added <= replaced
    ? null
    : {
        pointer: "/geometry",
        code: "GEOMETRY_LIMIT",
        detail:
          `With this the shapes of the project's features would be ${formatBytes(kept + added)}, and at most ` +
          `${formatBytes(limit)} are taken; they are ${formatBytes(kept + replaced)} now. Draw with fewer vertices or ` +
          "fewer decimals (six are 0.1 m), or remove features that are no longer needed; who runs the " +
          "service can raise MAX_GEOMETRY_BYTES."
      }
