// The values at the cursor: for an event as the server read them, otherwise as drawn.
import { words } from "../../../../words/language.ts"
import { Icon } from "../../../design/marks/Icon.tsx"
import { numberText, signOf } from "../../../design/numbers.ts"
import { Severity, type SeverityName } from "../../../design/marks/Severity.tsx"
import { useProject } from "../../../shell/useProject.ts"
import { inZone, span } from "../../../time/zoneTime.ts"
import { choicesOf } from "../choicesOf.ts"
import { type Json, isObject, type Limit } from "../document.ts"
import { type Fired, pointsOf, type Story } from "./story.ts"
import look from "./moment.module.css"

interface MomentProps {
  readonly of: Story
  readonly at: number
  /** the event at the cursor; null: none */
  readonly fired: Fired | null
  readonly severity: SeverityName
  readonly version: number | null
  readonly limits: ReadonlyArray<Limit>
  readonly labelOf: (key: string) => string
  readonly onStep: (by: 1 | -1) => void
}

interface Row {
  readonly key: string
  readonly truth: boolean | null
  readonly label: string
  readonly value: string
  readonly limit: string
}

const shown = (value: Json | undefined): string =>
  typeof value === "number" ? numberText(value) : typeof value === "string" ? value : "–"

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "")

/** Returns the label of a key, or the key where the table has none. */
const labelIn = (labels: Readonly<Record<string, string>>, key: Json | undefined): string =>
  choicesOf(labels).find(([one]) => one === key)?.[1] ?? shown(key)

/** Returns the state of each condition and the values it read. */
const rowsOf = (
  node: Json | undefined,
  path: string,
  labelOf: MomentProps["labelOf"]
): ReadonlyArray<Row> => {
  if (!isObject(node)) return []
  const parts = node["parts"]
  if (Array.isArray(parts))
    return (parts as ReadonlyArray<Json>).flatMap((one, i) => rowsOf(one, `${path}/${i}`, labelOf))
  if (isObject(node["part"])) return rowsOf(node["part"], `${path}/not`, labelOf)
  const truth = typeof node["truth"] === "boolean" ? node["truth"] : null
  const row = { key: path, truth }
  const name = typeof node["metric"] === "string" ? labelOf(node["metric"]) : ""
  const limit = `${signOf(textOf(node["op"]))} ${shown(node["limit"])}`
  switch (node["type"]) {
    case "threshold":
      return [{ ...row, label: name, value: shown(node["value"]), limit }]
    case "window": {
      const hours = typeof node["seconds"] === "number" ? span(node["seconds"]) : ""
      const aggregate = labelIn(words.bench.condition.aggregates, node["aggregate"])
      const label = words.backtest.moment.window({ metric: name, aggregate, span: hours })
      return [
        { ...row, label, value: shown(node["value"]), limit },
        {
          key: `${path} count`,
          truth,
          label: words.backtest.moment.samples,
          value: shown(node["count"]),
          limit: ""
        }
      ]
    }
    case "spatial": {
      const places = Array.isArray(node["features"]) ? (node["features"] as ReadonlyArray<Json>) : []
      const names = places.flatMap((one) => (isObject(one) ? [shown(one["name"])] : []))
      return [
        {
          ...row,
          label: labelIn(words.bench.condition.relations, node["relation"]),
          value: names.join(", ") || "–",
          limit: ""
        }
      ]
    }
    case "no_data":
      return [
        { ...row, label: words.backtest.moment.lastHeard, value: shown(node["last_seen_at"]), limit: "" }
      ]
    default:
      return []
  }
}

/** Returns the values of the series at a time without event. */
const drawnRows = ({ at, labelOf, limits, of }: MomentProps): ReadonlyArray<Row> =>
  limits.map((limit) => {
    const value = pointsOf(of, limit.series).findLast((point) => point.at <= at)?.value
    const found = of.drawn.conditions?.find(({ path }) => path === limit.pointer)?.spans
    const truth = found?.find(({ from, to }) => Date.parse(from) <= at && at < Date.parse(to))?.value ?? null
    return {
      key: limit.pointer,
      truth,
      label:
        limit.series === limit.metric
          ? labelOf(limit.metric)
          : limit.series.replace(limit.metric, labelOf(limit.metric)),
      value: value === undefined ? "–" : numberText(value),
      limit: `${signOf(limit.op)} ${numberText(limit.value)}`
    }
  })

/** Returns in words whether the active version fires as well. */
const otherText = ({ fired, of, version }: MomentProps): string | null => {
  if (fired === null || version === null) return null
  const { both, earlier, none, only } = words.backtest.moment.other
  if (fired.by === "both") return both
  if (fired.by === "baseline") return only
  const before = of.fired.filter((one) => one.by !== "draft" && one.at < fired.at).at(-1)
  return before === undefined ? none : earlier({ span: span((fired.at - before.at) / 1000) })
}

/** Returns the time at the cursor, and what its event is. */
const timeText = ({ at, fired, version }: MomentProps, zone: string): string => {
  const time = inZone(at, zone, "full")
  if (fired?.by === "baseline") return words.backtest.moment.onlyOther({ time, version })
  return fired?.event.reason === "reminder" ? words.backtest.moment.reminder({ time }) : time
}

/** Moment shows the values at the cursor. */
export const Moment = (props: MomentProps) => {
  const { fired, labelOf, of, onStep, severity } = props
  const { zone } = useProject()
  const rows = fired?.event.trace === undefined ? drawnRows(props) : rowsOf(fired.event.trace, "", labelOf)
  const other = otherText(props)
  return (
    <section className={look["moment"]} aria-label={words.backtest.moment.label}>
      <h2>
        {fired !== null && <Severity of={severity} />}
        <bdi>{fired?.event.title ?? of.name}</bdi>
      </h2>
      <p className="soft num">{timeText(props, zone)}</p>
      <table>
        <tbody>
          {rows.map(({ key, label, limit, truth, value }) => (
            <tr key={key} data-truth={String(truth)}>
              <td>
                {truth === null ? (
                  <span aria-hidden="true">?</span>
                ) : (
                  <Icon name={truth ? "check" : "x"} size={13} />
                )}{" "}
                {label}
                <span className="hidden">, {words.backtest.moment.truth[`${truth}`]}</span>
              </td>
              <td className="mono num">
                {value} <span className="faint">{limit}</span>
              </td>
            </tr>
          ))}
          {other !== null && (
            <tr>
              <td>{words.backtest.moment.withVersion({ version: props.version })}</td>
              <td className="mono">{other}</td>
            </tr>
          )}
        </tbody>
      </table>
      <div className={look["steps"]}>
        <button type="button" className="btn small" onClick={() => onStep(-1)}>
          {words.backtest.moment.previous} <kbd>[</kbd>
        </button>
        <button type="button" className="btn small" onClick={() => onStep(1)}>
          {words.backtest.moment.next} <kbd>]</kbd>
        </button>
        <span className="faint push">{words.backtest.moment.nothingCreated}</span>
      </div>
    </section>
  )
}
