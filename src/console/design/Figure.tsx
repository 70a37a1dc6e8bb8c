// A value with its limit: `0.31 < 0.60 m/s²`. A value is never shown without its limit.
import { words } from "../../words/language.ts"
import { lasting } from "../time/zoneTime.ts"
import { besideText, exactText, limitText, numberText, signOf } from "./numbers.ts"

/** FigureOf is a value with unit and limit. */
interface FigureOf {
  readonly label: string
  readonly value: number | string | boolean | null
  readonly op: string | null
  readonly limit: number | string | boolean | ReadonlyArray<unknown> | null
  readonly unit: string | null
}

/**
 * amountOf formats a number, as precise as needed beside its limit; seconds become a duration with its own
 * units.
 */
export const amountOf = (value: number, unit: string | null, limit?: unknown): string =>
  unit === "s" ? lasting(value) : typeof limit === "number" ? besideText(value, limit) : numberText(value)

/** unitOf returns the unit; empty where the number includes it. */
export const unitOf = (unit: string | null): string => (unit === null || unit === "s" ? "" : unit)

const textOf = (limit: unknown, unit: string | null): string =>
  typeof limit === "number"
    ? unit === "s"
      ? lasting(limit)
      : exactText(limit)
    : Array.isArray(limit)
      ? words.common.reading.range({ limits: limit.map((one) => textOf(one, unit)) })
      : String(limit)

/** limitOf formats the limit with the precision of the value. */
export const limitOf = ({ limit, unit, value }: Pick<FigureOf, "limit" | "unit" | "value">): string =>
  typeof limit === "number" && unit !== "s" ? limitText(limit, value) : textOf(limit, unit)

/** Figure shows a value with its limit; the label is a tooltip unless `named`. */
export const Figure = ({ named = false, of }: { readonly of: FigureOf; readonly named?: boolean }) => (
  <span title={of.label}>
    {named && <>{of.label} </>}
    <span className="mono num">
      {of.value === null
        ? "–"
        : typeof of.value === "number"
          ? amountOf(of.value, of.unit, of.limit)
          : String(of.value)}
      {of.limit !== null && (
        <span className="faint">
          {" "}
          {of.op === null ? "" : signOf(of.op)} {limitOf(of)}
        </span>
      )}
      {unitOf(of.unit) !== "" && <span className="faint"> {of.unit}</span>}
    </span>
  </span>
)
