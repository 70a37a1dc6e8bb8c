// Values and moments for display.
import { formatInstant } from "../../time.ts"

/** Returns a value without the noise of binary fractions: 15.5 * 3.6 is 55.8. Comparisons use the exact value. */
export const displayValue = (value: number | null): number | null =>
  value === null ? null : Number(value.toPrecision(12))

/** Returns a moment as RFC 3339; null: there was none. */
export const displayInstant = (at: number | null): string | null => (at === null ? null : formatInstant(at))
