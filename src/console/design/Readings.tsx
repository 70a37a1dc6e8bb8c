// The values that conditions read, with their limits: true, false or unknown, by sign and colour.
import { words } from "../../words/language.ts"
import type { Reading } from "../data/evidence.ts"
import { Icon } from "./marks/Icon.tsx"
import { amountOf, limitOf, unitOf } from "./Figure.tsx"
import { signOf } from "./numbers.ts"
import { serverText } from "./serverText.ts"
import look from "./readings.module.css"

/** Returns the value as text: none for names without a match, a dash for unknown numbers. */
const valueOf = ({ limit, missing, op, unit, value }: Reading): string =>
  value === null
    ? op === null && missing === undefined
      ? words.common.reading.none
      : "–"
    : typeof value === "number"
      ? amountOf(value, unit, limit)
      : value

const stateOf = (truth: boolean | null): string =>
  words.common.reading[truth === null ? "unknown" : truth ? "true" : "false"]

const Sign = ({ truth }: { readonly truth: boolean | null }) =>
  truth === null ? <span aria-hidden="true">?</span> : <Icon name={truth ? "check" : "x"} size={13} />

interface ReadingsProps {
  readonly of: ReadonlyArray<Reading>
  /** JSON Pointer of the condition that stopped the rule; its row is highlighted */
  readonly stop?: string | null
}

/** Readings lists values by condition; the sign of a condition with several values stands at the first. */
export const Readings = ({ of, stop = null }: ReadingsProps) => (
  <ul className={look["list"]}>
    {of.map((reading, i) => {
      const { label, label_message, limit, missing, missing_message, op, path, truth, unit } = reading
      const more = path === of[i - 1]?.path && truth === of[i - 1]?.truth
      return (
        <li
          key={`${path} ${label}`}
          data-truth={String(truth)}
          data-stop={!more && path === stop && truth !== true}
        >
          {more ? <span /> : <Sign truth={truth} />}
          <span>
            {serverText(label, label_message)}
            {!more && <span className="hidden"> {stateOf(truth)}</span>}
            {missing !== undefined && missing_message !== undefined && (
              <span className="faint">, {serverText(missing, missing_message)}</span>
            )}
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
