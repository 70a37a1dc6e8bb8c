// The scale bar of the map.
import { useEffect, useState } from "react"
import type { TrackingMap } from "../../map/TrackingMap.ts"
import look from "./scale.module.css"

const MAX_WIDTH = 120

/** Returns the largest of 1, 2, 5 times a power of ten up to `metres`. */
const round = (metres: number): number => {
  const power = 10 ** Math.floor(Math.log10(metres))
  return [5, 2, 1].map((n) => n * power).find((n) => n <= metres) ?? power
}

/** Scale draws the scale bar. */
export const Scale = ({ map }: { readonly map: TrackingMap }) => {
  const [metres, setMetres] = useState(() => map.metresPerPixel())
  useEffect(() => map.onView(() => setMetres(map.metresPerPixel())), [map])
  const length = round(metres * MAX_WIDTH)
  return (
    <span className={look["scale"]}>
      <i style={{ width: length / metres }} />
      <span className="num">{length >= 1000 ? `${length / 1000} km` : `${length} m`}</span>
    </span>
  )
}
