// The figure that was judged, over the hours around the event; also as a table.
import { useQuery } from "@tanstack/react-query"
import { useSize } from "../charts/useSize.ts"
import type { Event } from "../queries/events.ts"
import { evidence, type Evidence } from "../queries/evidence.ts"
import { metricName } from "../look/metricName.ts"
import { numberText } from "../look/numbers.ts"
import { useProject } from "../shell/useProject.ts"
import { inZone } from "../time/zoneTime.ts"
import { Chart, type Line } from "./Chart.tsx"
import look from "./series.module.css"

/** What to draw: the first figure with values, else the distance to the border. */
const lineOf = ({ distance, series }: Evidence): Line | null => {
  const found = series?.find(({ points }) => points.length > 1)
  if (found !== undefined) return { ...found, name: metricName(found.metric) }
  if (distance === null || distance.points.length < 2) return null
  return { name: `Distance to ${distance.feature.name}`, unit: "m", limit: 0, points: distance.points }
}

export const Series = ({ event }: { readonly event: Event }) => {
  const { project, zone } = useProject()
  const { data } = useQuery(evidence(project.id, event.id))
  const [width, height, ref] = useSize()
  const shown = data === undefined ? null : lineOf(data)
  if (data === undefined || shown === null) return null
  return (
    <figure className={`panel ${look["series"]}`}>
      <figcaption>
        <b>{shown.name}</b> <span className="faint">{shown.unit}</span>
      </figcaption>
      <div className={look["plot"]} ref={ref}>
        {width > 0 && <Chart data={data} event={event} shown={shown} width={width} height={height} />}
      </div>
      <details>
        <summary>Show as table</summary>
        <table className="table">
          <tbody>
            {shown.points.slice(-60).map(({ time, value }) => (
              <tr key={time}>
                <td>{inZone(time, zone, "full")}</td>
                <td className="end">{numberText(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
