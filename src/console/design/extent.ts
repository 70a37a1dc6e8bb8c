// Lengths and areas as text, in the units that people say: metres or kilometres, hectares or square kilometres.
import { numberText } from "./numbers.ts"

const M_PER_KM = 1000,
  M2_PER_HA = 10_000,
  M2_PER_KM2 = 1_000_000

/** Area from which square kilometres are said, m². */
const LARGE_AREA_M2 = 10 * M2_PER_KM2

/** lengthText formats a length: `84 m`, `1.24 km`. */
export const lengthText = (metres: number): string =>
  metres < M_PER_KM ? `${numberText(Math.round(metres))} m` : `${numberText(metres / M_PER_KM)} km`

/** areaText formats an area: `840 m²`, `1.24 ha`, `12.5 km²`. */
export const areaText = (squareMetres: number): string => {
  if (squareMetres < M2_PER_HA) return `${numberText(Math.round(squareMetres))} m²`
  if (squareMetres < LARGE_AREA_M2) return `${numberText(squareMetres / M2_PER_HA)} ha`
  return `${numberText(squareMetres / M2_PER_KM2)} km²`
}
