// Areas in the unit that people use: square metres, hectares or square kilometres.
import { exactText, fixedText, numberText } from "../../design/numbers.ts"

const M2_PER_HECTARE = 10_000,
  M2_PER_KM2 = 1_000_000
/** Areas from this size are written in square kilometres. */
const KM2_FROM_M2 = 10 * M2_PER_KM2
/** Areas below this size are written in square metres. */
const HECTARES_FROM_M2 = 1000

/** areaText formats an area: `840 m²`, `14.2 ha`, `397 ha`, `12.5 km²`. */
export const areaText = (m2: number): string => {
  if (m2 < HECTARES_FROM_M2) return `${exactText(Math.round(m2))} m²`
  if (m2 >= KM2_FROM_M2) return `${numberText(Number((m2 / M2_PER_KM2).toFixed(1)))} km²`
  const hectares = m2 / M2_PER_HECTARE
  return hectares < 100 ? `${fixedText(hectares, 1)} ha` : `${exactText(Math.round(hectares))} ha`
}
