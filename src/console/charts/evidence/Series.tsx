// The evaluated metric in the hours around the event with its lanes, also as a table.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { textScale } from "../textScale.ts"
import { useSize } from "../useSize.ts"
import type { Alert } from "../../data/alerts.ts"
import type { Event } from "../../data/events.ts"
import { evidence, type Evidence } from "../../data/evidence.ts"
import { numberText } from "../../design/numbers.ts"
import { Trouble } from "../../shell/states.tsx"
import { serverText } from "../../design/serverText.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import { Chart } from "./Chart.tsx"
import { lanesOf } from "./ChartLanes.tsx"
import type { Line } from "./Plot.tsx"
import look from "./series.module.css"
import { useBattery } from "./useBattery.ts"

/** Returns the line to draw: the first metric with values, else the distance to the border. */
const lineOf = ({ distance, series }: Evidence): (Line & { readonly metric: string | null }) | null => {
  const found = series?.find(({ points }) => points.length > 1)
  if (found !== undefined) {
    const made = series?.find(({ metric, unit }) => metric === found.window?.metric && unit === found.unit)
    return { ...found, name: serverText(found.label, found.label_message), values: made?.points ?? [] }
  }
  if (distance === null || distance.points.length < 2) return null
  return {
    metric: null,
    name: words.charts.aroundEvent.distanceTo(distance.feature),
    unit: "m",
    limit: 0,
    points: distance.points,
    window: null,
    values: []
  }
}

interface SeriesProps {
  readonly event: Event
  /** the alert whose steps are a lane; undefined: the page shows steps and battery elsewhere */
  readonly alert?: Alert | null
}

/** Series shows the evaluated metric as chart or table. */
export const Series = ({ alert, event }: SeriesProps) => {
  const { project, zone } = useProject()
  const { data, error, refetch } = useQuery(evidence(project.id, event.id))
  const [width, height, ref] = useSize()
  const scale = textScale()
  const shown = data === undefined ? null : lineOf(data)
  const measured = useBattery(event, data, shown?.metric ?? null)
  const charge = alert === undefined ? null : measured
  const handled = alert ?? null
  if (data === undefined)
    return error === null ? null : (
      <div className="panel">
        <Trouble error={error} again={() => void refetch()} />
      </div>
    )
  const lanes = lanesOf(data, { alert: handled, charge }).length
  if (shown === null && (alert === undefined || lanes === 0)) return null
  return (
    <figure className={`panel ${look["series"]}`} data-lanes={shown === null}>
      <figcaption>
        <b>{shown?.name ?? words.charts.aroundEvent.hours}</b> <span className="faint">{shown?.unit}</span>
      </figcaption>
      <div className={look["plot"]} ref={ref} data-lanes={lanes}>
        {width > 0 && (
          <Chart
            data={data}
            event={event}
            alert={handled}
            charge={charge}
            shown={shown}
            width={width / scale}
            height={height / scale}
          />
        )}
      </div>
      {shown !== null && (
        <details>
          <summary>{words.charts.aroundEvent.showAsTable}</summary>
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
      )}
    </figure>
  )
}
