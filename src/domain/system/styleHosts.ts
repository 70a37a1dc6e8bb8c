// The hosts that a MapLibre style sends browsers to.
import { isObject } from "../isObject.ts"

const addressesIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : Array.isArray(value)
      ? value.flatMap(addressesIn)
      : isObject(value)
        ? addressesIn(value["url"])
        : []

/**
 * Returns the origins of all addresses in a style (tiles and their descriptions, data, glyphs, sprites),
 * `base` being the address of the style itself. Of what is no address of the web there is none.
 */
export const styleHosts = (style: unknown, base: string): ReadonlyArray<string> => {
  if (!isObject(style)) return []
  const sources = isObject(style["sources"]) ? Object.values(style["sources"]) : []
  const addresses = [
    ...addressesIn(style["sprite"]),
    ...addressesIn(style["glyphs"]),
    ...sources.flatMap((source) =>
      isObject(source)
        ? ["url", "urls", "tiles"].flatMap((name) => addressesIn(source[name])).concat(dataOf(source["data"]))
        : []
    )
  ]
  const origins = addresses.flatMap((address) => {
    const url = URL.parse(address.replace(/^pmtiles:\/\//, ""), base)
    return url === null || url.origin === "null" ? [] : [url.origin]
  })
  return [...new Set(origins)].sort()
}

/** The data of a source is an address or the data itself. */
const dataOf = (data: unknown): ReadonlyArray<string> => (typeof data === "string" ? [data] : [])
