// A shape as text beside the map: a drawn shape is written here, and typed or pasted text is drawn.
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { textOf, partsIn, readPlace, readPlaces } from "./placesText.ts"
import { type Drawn, type Part, partsOf, rejoined, type Shape } from "./shape.ts"
import type { Stroke } from "./Pen.ts"
import { numberIn } from "./draft.ts"
import { partType } from "./words.ts"
import look from "./panel.module.css"

interface ShapeTextProps {
  readonly label: string
  readonly stroke: Stroke
  readonly shape: Shape | null
  readonly onShape: (shape: Shape) => void
}

/** Returns the geometry of parts, where there is none yet or the number of parts changed. */
const builtOf = (type: Part["type"], parts: ReadonlyArray<Part>): Drawn["geometry"] => {
  const many = parts.length > 1
  if (type === "Polygon") return rejoined({ type, coordinates: [] }, parts)
  if (type === "LineString")
    return rejoined({ type: many ? "MultiLineString" : type, coordinates: [] }, parts)
  return rejoined({ type: many ? "MultiPoint" : type, coordinates: [] }, parts)
}

/** Parses the text of a shape that is not a circle; returns a message where it is invalid. */
const readShape = (written: string, type: Part["type"], before: Drawn | null): Shape | string | null => {
  const blocks = readPlaces(written)
  if ("detail" in blocks) return blocks.detail
  if (blocks.length === 0) return null
  const known = before === null ? [] : partsOf(before.geometry)
  const parts = partsIn(blocks, type, known)
  if (before !== null && parts.length === known.length)
    return { kind: "geometry", geometry: rejoined(before.geometry, parts) }
  if (before?.geometry.type === "MultiPolygon") return words.areas.text.keepRings({ count: known.length })
  return { kind: "geometry", geometry: builtOf(type, parts) }
}

const written = (shape: Shape | null): string => {
  if (shape === null) return ""
  return textOf(
    shape.kind === "circle" ? [{ type: "Point", places: [[...shape.centre]] }] : partsOf(shape.geometry)
  )
}

interface Said {
  readonly of: Shape | null
  readonly text: string
  readonly radius: string
}

const saidOf = (shape: Shape | null): Said => ({
  of: shape,
  text: written(shape),
  radius: shape?.kind === "circle" ? String(shape.radius_m) : ""
})

/** ShapeText edits a shape as text. */
export const ShapeText = ({ label, onShape, shape, stroke }: ShapeTextProps) => {
  const [said, setSaid] = useState(() => saidOf(shape))
  const [unread, setUnread] = useState<string | null>(null)
  if (said.of !== shape) {
    // the shape was changed on the map
    setSaid(saidOf(shape))
    setUnread(null)
  }
  const say = (text: string, radius: string) => {
    const next = ((): Shape | string | null => {
      if (stroke !== "circle")
        return readShape(text, partType[stroke], shape?.kind === "geometry" ? shape : null)
      if (text.trim() === "") return null
      const middle = readPlace(text)
      if (middle === undefined) return words.areas.text.centreNotPosition
      const metres = numberIn(radius)
      if (radius.trim() === "") return null
      if (typeof metres !== "number") return words.areas.text.radiusNotNumber
      return { kind: "circle", centre: [middle[0]!, middle[1]!], radius_m: metres }
    })()
    setUnread(typeof next === "string" ? next : null)
    if (next === null || typeof next === "string") return setSaid({ of: shape, text, radius })
    setSaid({ of: next, text, radius })
    onShape(next)
  }
  const many = stroke === "polygon" || stroke === "linestring"
  return (
    <>
      <label className="field">
        {label}
        <textarea
          className={`input ${look["places"]}`}
          rows={many ? 5 : 1}
          spellCheck={false}
          value={said.text}
          placeholder={many ? "14.05, 51.05\n14.06, 51.05\n14.06, 51.06" : "14.05, 51.05"}
          aria-invalid={unread !== null}
          onChange={({ target }) => say(target.value, said.radius)}
        />
      </label>
      {stroke === "circle" && (
        <label className="field">
          {words.areas.text.radius}
          <input
            className="input num"
            inputMode="decimal"
            value={said.radius}
            onChange={({ target }) => say(said.text, target.value)}
          />
        </label>
      )}
      {unread !== null && (
        <p className={look["wrong"]} role="alert">
          {unread}
        </p>
      )}
    </>
  )
}
