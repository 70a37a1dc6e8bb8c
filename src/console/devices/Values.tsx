// What a device measured last, whoever wore it.
import { useQuery } from "@tanstack/react-query"
import { labelOf } from "../look/metricName.ts"
import { numberText } from "../look/numbers.ts"
import { latestOf, type Measured } from "../queries/latest.ts"
import { useProject } from "../shell/useProject.ts"
import { inZone, span } from "../time/zoneTime.ts"
import { useNow } from "../time/useNow.ts"
import look from "./device.module.css"

const textOf = ({ value }: Measured): string =>
  typeof value === "number" ? numberText(value) : typeof value === "boolean" ? (value ? "yes" : "no") : value

export const Values = ({ id }: { readonly id: string }) => {
  const { project, zone } = useProject()
  const now = useNow()
  const { data } = useQuery(latestOf(project.id, { device_id: id }))
  return (
    <section className="panel" aria-labelledby="values">
      <h2 id="values" className={look["head"]}>
        <b>Now</b> {data?.length === 0 && <span className="soft">no value yet</span>}
      </h2>
      <ul className={look["values"]}>
        {data?.map((one) => (
          <li key={one.metric}>
            <bdi className={look["metric"]}>{labelOf(one)}</bdi>
            <bdi className="mono num">
              {textOf(one)} <span className="faint">{one.unit}</span>
            </bdi>
            <time
              className="faint num"
              dateTime={one.time}
              title={`${inZone(one.time, zone, "full")} ${zone}`}
            >
              {span((now - Date.parse(one.time)) / 1000)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}
