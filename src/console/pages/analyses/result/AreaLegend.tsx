// The legend of coloured areas: value classes with their unit, and the classes of hours per area.
import type { ValueClasses } from "../../../../figures/map/valueClasses.ts"
import { brief } from "../../../../figures/ink.ts"
import { words } from "../../../../words/language.ts"
import { Text } from "../../../design/kit.tsx"
import { areaOpacity } from "../../../map/resultLayers.ts"
import type { AreaMeasure } from "./areaMeasures.ts"
import look from "./result.module.css"

/** AreaLegend is the legend of a measure. */
export const AreaLegend = ({
  classes,
  hasSpots,
  measure: { column }
}: {
  readonly measure: AreaMeasure
  readonly classes: ValueClasses
  readonly hasSpots: boolean
}) => (
  <div className={look["legend"]} role="note" aria-label={words.results.map.legend}>
    <Text size={2} tone="soft">
      {column.label}
      {column.unit !== null && `, ${column.unit}`}
      {column.note !== undefined && ` (${column.note})`}
    </Text>
    <ol>
      {classes.from.map((from, at) => (
        <li key={from}>
          <i style={{ opacity: areaOpacity(classes.share(at)) }} />
          {brief(from)}
        </li>
      ))}
    </ol>
    {hasSpots && (
      <Text size={2} tone="soft">
        <i className={look["swatch"]} data-kind="hotspots" /> {words.results.map.hotspots}
      </Text>
    )}
  </div>
)
