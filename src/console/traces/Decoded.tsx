// As it was read: which member became which field, the one that was refused marked, and what became nothing.
import type { TracePage } from "../queries/traces.ts"
import { Icon } from "../look/Icon.tsx"
import look from "./decoded.module.css"
import { stepsOf } from "../../domain/jsonPointer.ts"

type Fields = NonNullable<TracePage["decoded"]>

interface DecodedProps {
  readonly of: Fields
  readonly notRead: ReadonlyArray<string>
  /** the member that was refused, as a JSON pointer; null: none */
  readonly marked: string | null
}

/** As it is, not rounded: it stands beside what came. */
const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** `/state/mode` is the path `state.mode`; a field is refused with what it is made of, or is a part of. */
const isRefused = ({ field, from }: Fields[number], marked: string | null): boolean => {
  if (marked === null || marked === "") return false
  const path = stepsOf(marked).join(".")
  return path === from || path === field || from.startsWith(`${path}.`)
}

export const Decoded = ({ marked, notRead, of }: DecodedProps) => {
  const refused = of.filter((one) => isRefused(one, marked)).length
  const isRenamed = of.some(({ field, from }) => field !== from) // else it would stand there twice
  return (
    <section className={look["decoded"]} aria-label="As it was read">
      <header className={look["head"]}>
        <h2>As it was read</h2>
        <span className="soft num">
          {of.length - refused} read{refused > 0 ? `, ${refused} refused` : ""}
        </span>
      </header>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Value</th>
            {isRenamed && <th scope="col">From</th>}
            <th scope="col">
              <span className="hidden">Taken</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {of.map((one) => {
            const isWrong = isRefused(one, marked)
            return (
              <tr key={`${one.field} ${one.from}`} data-refused={isWrong}>
                <th scope="row">{one.field}</th>
                <td className="mono" title={text(one.value)}>
                  {text(one.value)}
                </td>
                {isRenamed && <td className="mono soft">{one.from}</td>}
                <td className={look["mark"]}>
                  <Icon name={isWrong ? "x" : "check"} size={13} />
                  <span className="hidden">{isWrong ? "refused" : "read"}</span>
                </td>
              </tr>
            )
          })}
          {notRead.map((path) => (
            <tr key={path} className="soft">
              <td className="mono">{path}</td>
              <td colSpan={isRenamed ? 3 : 2}>not read</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
