// Values and moments as people and clients read them.
import { formatInstant } from "../../time.ts"

/** A value without the noise of binary fractions: 15.5 * 3.6 is 55.8. What is compared is never rounded. */
export const shownValue = (value: number | null): number | null =>
  value === null ? null : Number(value.toPrecision(12))

/** A moment as RFC 3339; null: there was none. */
export const shownInstant = (at: number | null): string | null => (at === null ? null : formatInstant(at))
