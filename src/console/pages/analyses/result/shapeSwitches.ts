// The switches of a result map: one per kind of shape, and for kernels one per level.
import type { GeometryKind } from "../../../../domain/analysis/Geometry.ts"
import type { ResultDocument } from "../../../../domain/analysis/Result.ts"

/** ShapeKey is the key of a switch, in the address and in the words of results. */
type ShapeKey = "mcp" | "kde95" | "kde50" | "areas" | "hotspots" | "clusters" | "tracks"

/** ShapeSwitch shows or hides shapes. */
export interface ShapeSwitch {
  readonly key: ShapeKey
  readonly kind: GeometryKind
  /** of kernels: the core, where half of the time was spent */
  readonly isCore?: boolean
}

const switches: ReadonlyArray<ShapeSwitch> = [
  { key: "mcp", kind: "mcp" },
  { key: "kde95", kind: "kde", isCore: false },
  { key: "kde50", kind: "kde", isCore: true },
  { key: "areas", kind: "area_use" },
  { key: "hotspots", kind: "hotspot" },
  { key: "clusters", kind: "cluster" },
  { key: "tracks", kind: "track_summary" }
]

/** Switches that are on at first. */
const DEFAULT_ON = new Set<string>(["mcp", "kde95", "kde50", "areas"])

/** The level of the core. */
const CORE = 0.5

/** switchesOf returns the switches of the shapes that a result has. */
export const switchesOf = ({ geometries }: ResultDocument): ReadonlyArray<ShapeSwitch> =>
  switches.filter(({ kind }) => (geometries[kind] ?? 0) > 0)

/** switchesOn returns the switches that are on; `kinds` are the user's choice, null: none yet. */
export const switchesOn = (
  there: ReadonlyArray<ShapeSwitch>,
  kinds: ReadonlyArray<string> | null
): ReadonlyArray<ShapeSwitch> =>
  there.filter(({ key }) => (kinds === null ? DEFAULT_ON.has(key) : kinds.includes(key)))

/** isShownBy tells whether one of the switches that are on shows a shape. */
export const isShownBy = (
  { kind, level }: { readonly kind: string; readonly level: number | null },
  on: ReadonlyArray<ShapeSwitch>
): boolean =>
  on.some((one) => one.kind === kind && (one.isCore === undefined || one.isCore === (level === CORE)))
