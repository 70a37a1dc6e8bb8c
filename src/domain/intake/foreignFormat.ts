// What a file is that is no table and no GPX, by its first bytes, so that a reader can say so instead of what it
// missed in it. Pure.

/** Formats by their first bytes, as hexadecimal digits, with the advice for such a file. */
const formats: ReadonlyArray<readonly [begins: string, words: string]> = [
  ["d0cf11e0", "is a workbook of an old Excel, or one with a password: save it as XLSX or CSV without one"],
  ["1f8b", "is packed (gzip): unpack it first"],
  ["53514c69746520666f726d61742033", "is a database (SQLite, GeoPackage): export its table as CSV first"],
  ["0000270a", "is a shapefile: export it as CSV (tracks) or GeoJSON (areas) first"],
  ["25504446", "is a PDF: a table is saved as CSV"]
]

const ZIP_SIGNATURE = "504b0304"
/** ZIP_NAME_OFFSET is where the name of the first file of a ZIP begins. */
const ZIP_NAME_OFFSET = 30

const inPack = (name: string): string =>
  /^[^/]{0,200}\.(?:csv|txt|tsv|gpx)/iu.test(name)
    ? "is packed (ZIP): unpack it first"
    : "is an archive (ZIP) without a workbook or a KML in it: unpack it first"

/** Returns the format of a file and advice, in words; null: it may be a table or a GPX file. */
export const foreignFormat = (start: Uint8Array): string | null => {
  const head = start.subarray(0, 300),
    hex = Array.from(head.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join(""),
    text = Array.from(head, (byte) => String.fromCharCode(byte)).join("")
  if (hex.startsWith(ZIP_SIGNATURE)) return inPack(text.slice(ZIP_NAME_OFFSET))
  if (text.startsWith(".FIT", 8)) return "is a FIT file of a watch: convert it to GPX first"
  return formats.find(([begins]) => hex.startsWith(begins))?.[1] ?? null
}
