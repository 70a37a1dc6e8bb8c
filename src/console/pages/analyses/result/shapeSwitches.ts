// The switches of a result map: one per kind of shape, and for kernels one per level.
import type { GeometryKind } from "../../../../domain/analysis/Geometry.ts"
import type { ResultDocument } from "../../../../domain/analysis/Result.ts"

/** ShapeSwitch shows or hides shapes. */
export interface ShapeSwitch {
  readonly key: string
  readonly kind: GeometryKind
  readonly word: string
  /** of kernels: the core, where half of the time was spent */
  readonly isCore?: boolean
}

const switches: ReadonlyArray<ShapeSwitch> = [
  { key: "mcp", kind: "mcp", word: "Convex polygon" },
  { key: "kde95", kind: "kde", word: "Kernel 95 %", isCore: false },
  { key: "kde50", kind: "kde", word: "Kernel 50 %", isCore: true },
  { key: "areas", kind: "area_use", word: "Areas" },
  { key: "hotspots", kind: "hotspot", word: "Hotspots" },
  { key: "clusters", kind: "cluster", word: "Clusters" },
  { key: "tracks", kind: "track_summary", word: "Tracks" }
]

/** Switches that are on at first. */
const DEFAULT_ON = new Set(["mcp", "kde95", "kde50", "areas"])

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
