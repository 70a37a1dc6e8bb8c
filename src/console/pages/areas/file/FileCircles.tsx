// Converts points of a file to circles: none, all with one radius, or with a radius from an attribute.
import { type ReactNode, useState } from "react"
import { words } from "../../../../words/language.ts"
import type { Circles, Imported } from "../../../data/areas.ts"
import { numberText } from "../../../design/numbers.ts"
import { Parts } from "../../../design/Parts.tsx"
import look from "../panel.module.css"

interface FileCirclesProps {
  readonly points: number
  readonly columns: Imported["attributes"]
  readonly circles: Circles | undefined
  readonly busy: boolean
  readonly onCircles: (circles: Circles | undefined) => void
}

type Way = "points" | "radius" | "attribute"

const wayOf = (circles: Circles | undefined): Way =>
  circles === undefined ? "points" : "radius_m" in circles ? "radius" : "attribute"

/** FileCircles selects what the points become. */
export const FileCircles = ({ busy, circles, columns, onCircles, points }: FileCirclesProps) => {
  const [way, setWay] = useState<Way>(wayOf(circles)),
    [radius, setRadius] = useState(
      circles !== undefined && "radius_m" in circles ? String(circles.radius_m) : "100"
    )
  const metres = Number(radius)
  if (points === 0) return null
  const choose = (next: Way) => {
    setWay(next)
    if (next === "points") onCircles(undefined)
    if (next === "radius" && metres > 0) onCircles({ radius_m: metres })
    const [first] = columns
    if (next === "attribute" && first !== undefined) onCircles({ radius_attribute: first.name })
  }
  // an unchanged field sends nothing on blur, because the same click may press a button
  const sayRadius = () => {
    const known = circles !== undefined && "radius_m" in circles ? circles.radius_m : null
    if (metres > 0 && metres !== known) onCircles({ radius_m: metres })
  }
  return (
    <div className={look["form"]}>
      <label className="field">
        <span>
          <Parts
            of={words.areaFiles.circles.become<ReactNode>({
              count: points,
              figure: <b className="num">{numberText(points)}</b>
            })}
          />
        </span>
        <select
          className="input"
          value={way}
          disabled={busy}
          onChange={({ target }) => choose(target.value as Way)}
        >
          <option value="points">{words.areaFiles.circles.points({ count: points })}</option>
          <option value="radius">{words.areaFiles.circles.circles({ count: points })}</option>
          {columns.length > 0 && <option value="attribute">{words.areaFiles.circles.byAttribute}</option>}
        </select>
      </label>
      {way === "radius" && (
        <label className="field">
          {words.areaFiles.circles.radius}
          <input
            className="input"
            inputMode="decimal"
            value={radius}
            aria-invalid={!(metres > 0)}
            onChange={({ target }) => setRadius(target.value)}
            onBlur={sayRadius}
            onKeyDown={({ key }) => key === "Enter" && sayRadius()}
          />
        </label>
      )}
      {way === "attribute" && (
        <label className="field">
          {words.areaFiles.circles.attribute}
          <select
            className="input"
            disabled={busy}
            value={circles !== undefined && "radius_attribute" in circles ? circles.radius_attribute : ""}
            onChange={({ target }) => onCircles({ radius_attribute: target.value })}
          >
            {columns.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}
