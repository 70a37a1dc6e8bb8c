// How much a browser loads of the built console, as it is sent, beside what was agreed.
import { weightOf, weightOfShell } from "../../support/browser/weights.ts"
import type { Line } from "../report.ts"

/** Parts that are loaded together, and their budgets in kB of gzip. */
const PARTS = [
  ["shell", weightOfShell, 150],
  ["map", () => weightOf("TrackingMap", "maplibre-gl-worker"), 450],
  ["live", () => weightOf("Live"), 25]
] as const

/** The sizes of shell, map and the live page, kB of gzip. */
export const chunkLines = (): ReadonlyArray<Line> =>
  PARTS.map(([name, weigh, below]) => ({
    key: `console_size_${name}`,
    label: `console, ${name}: size as sent`,
    value: weigh(),
    unit: "kB gz",
    digits: 1,
    target: { below }
  }))
