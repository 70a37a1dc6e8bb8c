// How much a browser loads of the built console, as it is sent, beside what was agreed.
import { readdirSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Line } from "../report.ts"

const ASSETS = fileURLToPath(new URL("../../../dist/assets/", import.meta.url))

/** Parts that are loaded together, and their budgets in kB of gzip. */
const PARTS = [
  ["shell", ["index"], 150],
  ["map", ["FieldMap", "maplibre-gl-worker"], 450],
  ["live", ["Live"], 25]
] as const

/** The sizes of shell, map and the live page, kB of gzip. */
export const chunkLines = (): ReadonlyArray<Line> =>
  PARTS.map(([name, chunks, below]) => {
    const files = readdirSync(ASSETS).filter(
      (file) => file.endsWith(".js.gz") && chunks.some((chunk) => file.startsWith(`${chunk}-`))
    )
    return {
      key: `console_size_${name}`,
      label: `console, ${name}: size as sent`,
      value: files.reduce((sum, file) => sum + statSync(ASSETS + file).size, 0) / 1000,
      unit: "kB gz",
      digits: 1,
      target: { below }
    }
  })
