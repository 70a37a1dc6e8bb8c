// The limit of geometry in a project. Rules load all of it, so it is checked when a feature is saved, by its bytes as
// JSON text; a project that is over the limit keeps its features, and only additions are refused.
import type { ShapeIssue } from "./Feature.ts"

const MIB_BYTES = 1024 * 1024

/** DEFAULT_MAX_GEOMETRY_BYTES is the limit of a project unless the deployment sets `MAX_GEOMETRY_BYTES`. */
export const DEFAULT_MAX_GEOMETRY_BYTES = 8 * MIB_BYTES

/**
 * MAX_CONFIGURABLE_GEOMETRY_BYTES is the greatest value of `MAX_GEOMETRY_BYTES`: all of it is loaded with the
 * rules.
 */
export const MAX_CONFIGURABLE_GEOMETRY_BYTES = 32 * MIB_BYTES

/** Returns bytes as people read them, with the exact number. */
export const formatBytes = (bytes: number): string =>
  `${(bytes / MIB_BYTES).toFixed(bytes % MIB_BYTES === 0 ? 0 : 2)} MiB (${bytes.toLocaleString("en")} bytes)`

/** GeometryGrowth is what a change does to the geometry of a project, in bytes. */
export interface GeometryGrowth {
  /** of the features that stay as they are */
  readonly kept: number
  /** of the shapes that are replaced */
  readonly replaced: number
  /** of the shapes that are saved */
  readonly added: number
}

/** Returns why a project may not grow so; null: it may, or does not grow. */
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
          `With this the shapes of the project's areas would be ${formatBytes(kept + added)}, and at most ` +
          `${formatBytes(limit)} are taken; they are ${formatBytes(kept + replaced)} now. ` +
          "Draw with fewer vertices or fewer decimals (six are 0.1 m), or remove areas " +
          "that are no longer needed; who runs the service can raise MAX_GEOMETRY_BYTES."
      }
