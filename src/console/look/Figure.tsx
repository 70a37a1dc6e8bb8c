// A value never stands without its limit: `0.31 < 0.60 m/s²`.
import { lasting } from "../time/zoneTime.ts"
import { besideText, exactText, limitText, numberText, signOf } from "./numbers.ts"

export interface FigureOf {
  readonly label: string
  readonly value: number | string | boolean | null
  readonly op: string | null
  readonly limit: number | string | boolean | ReadonlyArray<unknown> | null
  readonly unit: string | null
}

/** A number as it is set, beside its limit where it has one; of seconds a length of time, with its own units. */
export const amountOf = (value: number, unit: string | null, limit?: unknown): string =>
  unit === "s" ? lasting(value) : typeof limit === "number" ? besideText(value, limit) : numberText(value)

/** The unit, where the number does not have it yet. */
export const unitOf = (unit: string | null): string => (unit === null || unit === "s" ? "" : unit)

const textOf = (limit: unknown, unit: string | null): string =>
  typeof limit === "number"
    ? unit === "s"
      ? lasting(limit)
      : exactText(limit)
    : Array.isArray(limit)
      ? limit.map((one) => textOf(one, unit)).join(" to ")
      : String(limit)

/** The limit beside what was read, as fine as that. */
export const limitOf = ({ limit, unit, value }: Pick<FigureOf, "limit" | "unit" | "value">): string =>
  typeof limit === "number" && unit !== "s" ? limitText(limit, value) : textOf(limit, unit)

/** What it is called is told when it is pointed at, unless `named`. */
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
