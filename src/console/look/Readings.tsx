// What conditions read, each beside its limit: true, false or not known, by sign and colour.
import type { Reading } from "../queries/evidence.ts"
import { Icon } from "./Icon.tsx"
import { amountOf, limitOf, unitOf } from "./Figure.tsx"
import { signOf } from "./numbers.ts"
import look from "./readings.module.css"

/** Names that were looked for and not found are none; a figure that is not known is a dash. */
const valueOf = ({ limit, missing, op, unit, value }: Reading): string =>
  value === null
    ? op === null && missing === undefined
      ? "none"
      : "–"
    : typeof value === "number"
      ? amountOf(value, unit, limit)
      : value

const stateOf = (truth: boolean | null): string => (truth === null ? "not known" : truth ? "true" : "false")

const Sign = ({ truth }: { readonly truth: boolean | null }) =>
  truth === null ? <span aria-hidden="true">?</span> : <Icon name={truth ? "check" : "x"} size={13} />

interface ReadingsProps {
  readonly of: ReadonlyArray<Reading>
  /** the condition that stopped the rule, as a JSON Pointer: its row stands out */
  readonly stop?: string | null
}

/** A condition that read several figures has its sign once, at the first: it is true or false as a whole. */
export const Readings = ({ of, stop = null }: ReadingsProps) => (
  <ul className={look["list"]}>
    {of.map((reading, i) => {
      const { label, limit, missing, op, path, truth, unit } = reading
      const more = path === of[i - 1]?.path && truth === of[i - 1]?.truth
      return (
        <li
          key={`${path} ${label}`}
          data-truth={String(truth)}
          data-stop={!more && path === stop && truth !== true}
        >
          {more ? <span /> : <Sign truth={truth} />}
          <span>
            {label}
            {!more && <span className="hidden"> {stateOf(truth)}</span>}
            {missing !== undefined && <span className="faint">, {missing}</span>}
          </span>
          <bdi className="mono num">
            {valueOf(reading)}
            {limit !== null && (
              <span className="faint">
                {" "}
                {op === null ? "" : signOf(op)} {limitOf(reading)}
              </span>
            )}
            {unitOf(unit) !== "" && <span className="faint"> {unit}</span>}
          </bdi>
        </li>
      )
    })}
  </ul>
)
