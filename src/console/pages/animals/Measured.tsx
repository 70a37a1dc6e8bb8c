// The measurements of an animal: the newest value of each metric with its age and its last 24 hours, and a chart of
// one metric.
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { Spark } from "../../charts/Spark.tsx"
import { type NumberAt, useLastDay } from "../../charts/useLastDay.ts"
import type { Measured as Value } from "../../data/latest.ts"
import type { Animal } from "../../data/animals.ts"
import { numberText } from "../../design/numbers.ts"
import { useNow } from "../../time/useNow.ts"
import { MetricChart } from "./MetricChart.tsx"
import { labelOf } from "../../design/metricName.ts"
import look from "./measured.module.css"
import { Age } from "../../time/Age.tsx"

/** LimitOf returns the limit that a rule sets for a metric; null: no rule has one. */
type LimitOf = (metric: string) => number | null

const textOf = ({ value }: Value): string =>
  typeof value === "number"
    ? numberText(value)
    : typeof value === "boolean"
      ? words.animals.measured[value ? "yes" : "no"]
      : value

interface RowProps {
  readonly value: Value
  readonly points: ReadonlyArray<NumberAt>
  readonly limit: number | null
  readonly chosen: boolean
  readonly onChoose: () => void
}

const Row = ({ chosen, limit, onChoose, points, value }: RowProps) => {
  const clock = useNow()
  const isNumber = value.value_type === "number"
  return (
    <li data-chosen={chosen}>
      <button disabled={!isNumber} aria-pressed={chosen} onClick={onChoose}>
        <span className={look["name"]}>
          <bdi>{labelOf(value)}</bdi>
          {limit !== null && (
            <span className="faint num"> {words.animals.measured.limit({ limit: numberText(limit) })}</span>
          )}
        </span>
        <span className={look["spark"]}>
          {points.length > 0 && (
            <Spark
              of={{ metric: labelOf(value), unit: value.unit, limit, points }}
              now={clock}
              width={84}
              height={20}
            />
          )}
        </span>
        <bdi className="mono num">
          {textOf(value)} <span className="faint">{value.unit}</span>
        </bdi>
        <span className={look["age"]}>
          <Age of={value.time} />
        </span>
      </button>
    </li>
  )
}

/** Returns the rows and the metric of the chart: `first` until the user selects another. */
const useMeasured = (id: string, first: string | undefined) => {
  const { pointsOf, to, values } = useLastDay({ entity_id: id })
  const numbers = (values ?? []).filter(({ value_type }) => value_type === "number")
  const [metric, choose] = useState<string | null>(null)
  const spreads = (one: Value) => pointsOf(one.metric).length > 1
  const chosen =
    numbers.find((one) => one.metric === metric) ??
    numbers.find((one) => one.metric === first && spreads(one)) ??
    numbers.find(spreads) ??
    numbers[0]
  return { values, pointsOf, chosen, choose, to }
}

/** Measured lists the metrics of an animal and charts one of them. */
export const Measured = ({ id, spark }: { readonly id: string; readonly spark: Animal["spark"] }) => {
  const { choose, chosen, pointsOf, to, values } = useMeasured(id, spark?.metric)
  const limitOf: LimitOf = (metric) => (spark?.metric === metric ? spark.limit : null)
  return (
    <section className="panel" aria-label={words.animals.measured.title}>
      {chosen !== undefined && <MetricChart id={id} value={chosen} limit={limitOf(chosen.metric)} now={to} />}
      <h2 className={look["head"]}>
        <b>{words.animals.measured.title}</b>{" "}
        {values?.length === 0 && <span className="soft">{words.animals.measured.none}</span>}
      </h2>
      <ul className={look["rows"]}>
        {values?.map((value) => (
          <Row
            key={value.metric}
            value={value}
            points={pointsOf(value.metric)}
            limit={limitOf(value.metric)}
            chosen={value.metric === chosen?.metric}
            onChoose={() => choose(value.metric)}
          />
        ))}
      </ul>
    </section>
  )
}
