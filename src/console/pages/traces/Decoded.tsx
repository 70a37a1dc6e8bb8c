// The decoded record: each field with its value and the member it comes from, the refused one marked, and the
// members that were not read.
import { Fragment, type ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { Parts } from "../../design/Parts.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { useProject } from "../../shell/useProject.ts"
import { Age } from "../../time/Age.tsx"
import { useNow } from "../../time/useNow.ts"
import { inZone } from "../../time/zoneTime.ts"
import look from "./decoded.module.css"
import { type DecodedField, type DecodedRow, decodedRows } from "./decodedRows.ts"

interface DecodedProps {
  readonly of: ReadonlyArray<DecodedField>
  readonly notRead: ReadonlyArray<string>
  /** JSON pointer of the refused member; null: none */
  readonly marked: string | null
}

/** Breakable is a name that may wrap after its underscores, slashes and dots. */
const Breakable = ({ children }: { readonly children: string }) => (
  <>
    {children.split(/(?<=[_/.])/u).map((part, i) => (
      // parts keep their order
      <Fragment key={i}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </>
)

/** A moment in the project's zone, with its day unless that is today, and its age unless it was refused. */
const TimeValue = ({ at, isRefused }: { readonly at: string; readonly isRefused: boolean }) => {
  const { zone } = useProject()
  const now = useNow()
  const isToday = inZone(at, zone, "date") === inZone(now, zone, "date")
  return (
    <>
      {inZone(at, zone, isToday ? "seconds" : "full")}
      {Date.parse(at) <= now && !isRefused && (
        <>
          , <Parts of={words.traces.decoded.age<ReactNode>({ age: <Age of={at} /> })} />
        </>
      )}{" "}
      <span className="soft">
        <Breakable>{zone}</Breakable>
      </span>
    </>
  )
}

const Value = ({ of: { isRefused, moment, value, whole } }: { readonly of: DecodedRow }) => (
  <td className="mono" title={whole}>
    {moment === null ? value : <TimeValue at={moment} isRefused={isRefused} />}
    {isRefused && (
      <span className={look["mark"]}>
        {" "}
        <Icon name="x" size={13} /> {words.traces.decoded.refused}
      </span>
    )}
  </td>
)

const Names = ({ of }: { readonly of: ReadonlyArray<string> }) => (
  <span className="mono">{of.join(", ")}</span>
)

/** The decoded record. */
export const Decoded = ({ marked, notRead, of }: DecodedProps) => {
  const { kept, rows } = decodedRows(of, marked)
  const refused = rows.filter(({ isRefused }) => isRefused).length
  return (
    <section className={look["decoded"]} aria-label={words.traces.decoded.title}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{words.traces.decoded.title}</th>
            <th scope="col">{words.traces.decoded.value}</th>
            <th scope="col">{words.traces.decoded.from}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.name} ${row.from}`} data-refused={row.isRefused}>
              <th scope="row">
                <Breakable>{row.name}</Breakable>
              </th>
              <Value of={row} />
              <td className="mono soft">{row.from}</td>
            </tr>
          ))}
          {kept.length > 0 && (
            <tr className="soft">
              <td>{words.traces.decoded.notRead}</td>
              <td colSpan={2}>
                <Parts
                  of={words.traces.decoded.kept<ReactNode>({
                    names: <Names of={kept} />,
                    count: kept.length
                  })}
                />
              </td>
            </tr>
          )}
          {notRead.length > 0 && (
            <tr className="soft">
              <td>{words.traces.decoded.notKept}</td>
              <td colSpan={2}>
                <Names of={notRead} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {refused > 0 && (
        <p className={look["count"]}>
          {words.traces.decoded.counts({ read: rows.length - refused, refused })}
        </p>
      )}
    </section>
  )
}
