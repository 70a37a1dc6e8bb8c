// What of a result is exported, and in which formats.

/** Parts of a result that are exported, and as what. */
export const exportParts = {
  summary: ["csv", "xlsx", "json"],
  comparison: ["csv", "xlsx", "json"],
  areas: ["csv", "xlsx", "json"],
  timeline: ["csv", "xlsx", "json"],
  geometries: ["geojson", "json"],
  document: ["json", "xlsx", "html"]
} as const
export type ExportPart = keyof typeof exportParts
export const exportFormats = ["csv", "xlsx", "json", "geojson", "html"] as const
export type ExportFormat = (typeof exportFormats)[number]
