// A place as text: for people to paste, and for the map of a phone.

/** Place is a position. */
export type Place = readonly [lon: number, lat: number]

/** Decimals of a degree in a place that is passed on: about a metre. */
const PLACE_DECIMALS = 5

/** placeText writes a place as people paste it: `61.53500, 13.24010`, latitude first, in every language. */
export const placeText = ([lon, lat]: Place): string =>
  `${lat.toFixed(PLACE_DECIMALS)}, ${lon.toFixed(PLACE_DECIMALS)}`

/** mapLink returns the address that opens the map of the phone at a place; phones of Apple do not know `geo:`. */
export const mapLink = ([lon, lat]: Place, name: string, isApple: boolean): string => {
  const at = `${lat.toFixed(PLACE_DECIMALS)},${lon.toFixed(PLACE_DECIMALS)}`
  const label = encodeURIComponent(name)
  return isApple ? `maps:?ll=${at}&q=${label}` : `geo:${at}?q=${at}(${label})`
}
