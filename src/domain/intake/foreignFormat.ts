// What a file is that is no table and no GPX, by its first bytes, so that a reader can say so instead of what it
// missed in it. Pure.

/** What the first bytes of a format are, and what to do with a file of it. */
const formats: ReadonlyArray<readonly [begins: RegExp, words: string]> = [
  [
    /^PK\u0003\u0004[\s\S]{26}(?:[^\0]{0,200}\.kml)/u,
    "is a KMZ, a packed KML: unpack it; its areas are imported on the map"
  ],
  [/^PK\u0003\u0004[\s\S]{26}[^\0]{0,200}\.(?:csv|txt|gpx|tsv)/iu, "is packed (ZIP): unpack it first"],
  [/^PK\u0003\u0004/u, "is a workbook: save the sheet as CSV"],
  [/^\u00d0\u00cf\u0011\u00e0/u, "is a workbook of an old Excel: save the sheet as CSV"],
  [/^\u001f\u008b/u, "is packed (gzip): unpack it first"],
  [/^[\s\S]{8}\.FIT/u, "is a FIT file of a watch: convert it to GPX first"],
  [/^SQLite format 3/u, "is a database (SQLite, GeoPackage): export its table as CSV first"],
  [/^\0\0\u0027\u000a/u, "is a shapefile: export it as CSV (tracks) or GeoJSON (areas) first"],
  [/^%PDF/u, "is a PDF: a table is saved as CSV"],
  [
    /^(?:\u00ef\u00bb\u00bf)?\s*\{\s*"/u,
    "is JSON and no table: save it as CSV; areas in GeoJSON are imported on the map"
  ]
]

/** What a file is and what to do with it, in words; null: it may be a table or a GPX file. */
export const foreignFormat = (start: Uint8Array): string | null => {
  const text = Array.from(start.subarray(0, 400), (byte) => String.fromCharCode(byte)).join("")
  return formats.find(([begins]) => begins.test(text))?.[1] ?? null
}
