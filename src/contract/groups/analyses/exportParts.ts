// The parts of a result that can be exported, and the formats of each.

/** exportParts are the parts of a result that can be exported, with the formats of each. */
export const exportParts = {
  summary: ["csv", "xlsx", "json"],
  comparison: ["csv", "xlsx", "json"],
  areas: ["csv", "xlsx", "json"],
  timeline: ["csv", "xlsx", "json"],
  geometries: ["geojson", "json"],
  document: ["json", "xlsx", "html"]
} as const
/** ExportPart is a part of a result. */
export type ExportPart = keyof typeof exportParts
/** exportFormats are all formats of exports of results. */
export const exportFormats = ["csv", "xlsx", "json", "geojson", "html"] as const
/** ExportFormat is the file format of an exported result. */
export type ExportFormat = (typeof exportFormats)[number]
