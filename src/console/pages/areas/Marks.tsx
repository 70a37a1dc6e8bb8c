// Errors on the map: a message at each position, which follows the map.
import { useEffect, useRef } from "react"
import type { Mistake } from "../../data/api/Refused.ts"
import type { Field } from "../live/LiveMap.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import look from "./marks.module.css"

/** Placed is an error with a position. */
type Placed = Mistake & { readonly at: readonly [number, number] }

/** isPlaced tells whether an error has a position. */
const isPlaced = (mistake: Mistake): mistake is Placed => mistake.at !== undefined

const Mark = ({ field, mistake: { at, detail } }: { readonly field: Field; readonly mistake: Placed }) => {
  const mark = useRef<HTMLDivElement>(null)
  const [lon, lat] = at
  useEffect(() => {
    const put = () => {
      const { x, y } = field.map.pixelOf([lon, lat])
      if (mark.current !== null) mark.current.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
    }
    put()
    return field.map.onView(put)
  }, [field, lon, lat])
  return (
    <div ref={mark} className={look["mark"]}>
      <Icon name="x" size={14} />
      <p data-mistake={`${lon},${lat}`}>{detail}</p>
    </div>
  )
}

/** Messages that are shown on the map at most. */
const MAX_MARKS = 20

/** Marks shows errors on the map. */
export const Marks = ({
  field,
  mistakes
}: {
  readonly field: Field
  readonly mistakes: ReadonlyArray<Mistake>
}) => (
  <div className={look["marks"]} aria-hidden="true">
    {mistakes
      .filter(isPlaced)
      .slice(0, MAX_MARKS)
      .map((mistake) => (
        <Mark key={`${mistake.pointer} ${mistake.code}`} field={field} mistake={mistake} />
      ))}
  </div>
)
