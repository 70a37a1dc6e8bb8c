// The fixes in order of time, each with the values that reveal a wrong one.
import { useEffect, useRef } from "react"
import { words } from "../../../words/language.ts"
import { Key } from "../../design/marks/Key.tsx"
import { fixedText, numberText } from "../../design/numbers.ts"
import aside from "../../design/aside.module.css"
import type { Fix } from "../../data/fixes.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import look from "./fixes.module.css"
import type { Picking } from "./usePicking.ts"

interface FixListProps {
  readonly of: ReadonlyArray<Fix>
  readonly picking: Picking
  /** the fix that keyboard commands act on */
  readonly current: Fix | undefined
  readonly onLook: (id: number) => void
  /** speed in km/h from which a step is highlighted */
  readonly over: number
  /** the period is longer than a day */
  readonly isLong: boolean
}

const metres = (value: number | null) => (value === null ? "" : `${numberText(Math.round(value))} m`)

interface RowProps extends Pick<FixListProps, "isLong" | "onLook" | "over" | "picking"> {
  readonly of: Fix
  readonly isCurrent: boolean
}

const Row = ({ isCurrent, isLong, of, onLook, over, picking }: RowProps) => {
  const { zone } = useProject()
  const row = useRef<HTMLTableRowElement>(null)
  const isPicked = picking.picked.has(of.id)
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: "nearest" })
  }, [isCurrent])
  const time = inZone(of.time, zone, isLong ? "dayTime" : "seconds")
  return (
    <tr
      ref={row}
      aria-selected={isPicked}
      aria-current={isCurrent}
      data-wrong={!of.valid}
      onClick={(event) => {
        onLook(of.id)
        picking.pick([of.id], event.shiftKey || event.target instanceof HTMLInputElement)
      }}
    >
      <td>
        <input
          type="checkbox"
          checked={isPicked}
          aria-label={words.fixes.list.fix({ time, isWrong: !of.valid })}
          onChange={() => undefined /* the row is told of the same click */}
        />
      </td>
      <td className="num">{time}</td>
      <td className={`end ${of.valid && (of.step_kmh ?? 0) > over ? look["odd"] : ""}`}>
        {of.step_kmh == null ? "" : fixedText(of.step_kmh, 1)}
      </td>
      <td className="end">{metres(of.accuracy_m)}</td>
      <td className="end">{of.satellites ?? ""}</td>
      <td className={look["inside"]}>{(of.inside ?? []).map(({ name }) => name).join(", ")}</td>
    </tr>
  )
}

/** FixList lists fixes. */
export const FixList = ({ current, isLong, of, onLook, over, picking }: FixListProps) => (
  <section className={`${aside["section"]} ${look["list"]}`} aria-label={words.fixes.list.title}>
    <header className={aside["head"]}>
      <b>{words.fixes.list.title}</b>
      <span>
        <Key of="J" /> <Key of="K" /> {words.fixes.list.move} <Key of="X" /> {words.fixes.list.select}
      </span>
    </header>
    <div className={look["rows"]}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden">{words.fixes.list.selected}</span>
            </th>
            <th scope="col">{words.fixes.list.time}</th>
            <th scope="col" className="end">
              {words.fixes.list.speed}
            </th>
            <th scope="col" className="end">
              {words.fixes.list.accuracy}
            </th>
            <th scope="col" className="end">
              <abbr title={words.fixes.list.satellites}>{words.fixes.list.satellitesShort}</abbr>
            </th>
            <th scope="col">{words.fixes.list.inside}</th>
          </tr>
        </thead>
        <tbody>
          {of.map((one) => (
            <Row
              key={one.id}
              of={one}
              isCurrent={one === current}
              isLong={isLong}
              onLook={onLook}
              over={over}
              picking={picking}
            />
          ))}
        </tbody>
      </table>
    </div>
  </section>
)
