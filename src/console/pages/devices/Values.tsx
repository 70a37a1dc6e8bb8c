// The newest measurements of a device and its last 24 hours, independent of who wore it.
import { words } from "../../../words/language.ts"
import { Spark } from "../../charts/Spark.tsx"
import { useLastDay } from "../../charts/useLastDay.ts"
import { labelOf } from "../../design/metricName.ts"
import { numberText } from "../../design/numbers.ts"
import type { Measured } from "../../data/latest.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import look from "./device.module.css"

const textOf = ({ value }: Measured): string =>
  typeof value === "number"
    ? numberText(value)
    : typeof value === "boolean"
      ? words.devices.values[value ? "yes" : "no"]
      : value

/** Values lists the measurements of a device. */
export const Values = ({ id }: { readonly id: string }) => {
  const { zone } = useProject()
  const now = useNow()
  const { pointsOf, values } = useLastDay({ device_id: id })
  return (
    <section className="panel" aria-labelledby="values">
      <h2 id="values" className={look["head"]}>
        <b>{words.devices.values.title}</b>{" "}
        {values?.length === 0 && <span className="soft">{words.devices.values.none}</span>}
      </h2>
      <ul className={look["values"]}>
        {values?.map((one) => (
          <li key={one.metric}>
            <bdi className={look["metric"]}>{labelOf(one)}</bdi>
            <span className={look["spark"]}>
              {one.value_type === "number" && (
                <Spark
                  of={{
                    metric: labelOf(one),
                    unit: one.unit,
                    limit: null,
                    points: pointsOf(one.metric)
                  }}
                  now={now}
                  width={72}
                  height={20}
                />
              )}
            </span>
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
