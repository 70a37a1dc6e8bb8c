// One condition as a row of fields, with the times when it was true below.
import type { ReactNode } from "react"
import { useQuery } from "@tanstack/react-query"
import type { Mistake } from "../../../data/api/Refused.ts"
import { Icon } from "../../../design/marks/Icon.tsx"
import { features } from "../../../data/mapQueries.ts"
import type { Metric } from "../../../data/names.ts"
import { useProject } from "../../../shell/useProject.ts"
import { isObject, type Json, type JsonObject } from "../document.ts"
import { Amount, Chips, Choice, Duration } from "./fields.tsx"
import { Problems } from "../Problems.tsx"
import { AGGREGATES, OF_FIXES, OPS, RELATIONS } from "../words.ts"
import look from "./form.module.css"

interface CardProps {
  readonly condition: JsonObject
  readonly metrics: ReadonlyArray<Metric>
  readonly problems: ReadonlyArray<Mistake>
  /** its limit is drawn in the chart */
  readonly isDrawn: boolean
  readonly truth: ReactNode
  readonly onChange: (condition: JsonObject) => void
  readonly onRemove: (() => void) | null
  readonly onFocus: () => void
}

const text = (value: Json | undefined, otherwise: string): string =>
  typeof value === "string" ? value : otherwise
const number = (value: Json | undefined): number | undefined =>
  typeof value === "number" ? value : undefined

/** Returns the option that a value names, or the first one. */
const oneOf = <T extends string>(of: ReadonlyArray<readonly [T, string]>, value: Json | undefined): T =>
  of.find(([one]) => one === value)?.[0] ?? of[0]![0]

type FieldsProps = Pick<CardProps, "condition" | "metrics" | "onFocus" | "isDrawn"> & {
  readonly set: (members: Readonly<Record<string, Json | undefined>>) => void
}

const MetricChoice = ({ condition, metrics, onFocus, set }: FieldsProps) => {
  const key = text(condition["metric"], "")
  const own =
    condition["type"] === "threshold" ? OF_FIXES.map(([one, label]) => [one as string, label] as const) : []
  const known = [...own, ...metrics.map(({ key, label }) => [key, label ?? key] as const)]
  const all = known.some(([one]) => one === key) ? known : [[key, key] as const, ...known]
  return (
    <Choice name="Metric" value={key} of={all} onFocus={onFocus} onChange={(metric) => set({ metric })} />
  )
}

/** LimitFields edits comparison and limit. */
const LimitFields = (props: FieldsProps) => {
  const { condition, isDrawn, metrics, onFocus, set } = props
  const key = condition["metric"]
  const unit =
    OF_FIXES.find(([one]) => one === key)?.[2] ?? metrics.find((one) => one.key === key)?.unit ?? null
  return (
    <>
      <Choice
        name="Comparison"
        value={oneOf(OPS, condition["op"])}
        of={OPS}
        onFocus={onFocus}
        onChange={(op) => set({ op })}
      />
      <Amount
        name="Limit"
        value={number(condition["value"])}
        unit={condition["aggregate"] === "count" ? null : unit}
        marked={isDrawn}
        onFocus={onFocus}
        onChange={(value) => set({ value })}
      />
    </>
  )
}

const WindowFields = (props: FieldsProps) => {
  const { condition, set } = props
  return (
    <>
      <Choice
        name="What of it"
        value={oneOf(AGGREGATES, condition["aggregate"])}
        of={AGGREGATES}
        onChange={(aggregate) => set({ aggregate })}
      />
      <span className="faint">of</span>
      <MetricChoice {...props} />
      <span className="faint">over</span>
      <Duration
        name="Over"
        seconds={number(condition["seconds"]) ?? 3600}
        onChange={(seconds) => set({ seconds })}
      />
      <LimitFields {...props} />
      <span className="faint">from at least</span>
      <Amount
        name="Fewest values"
        value={number(condition["min_samples"])}
        unit="values"
        otherwise={condition["aggregate"] === "count" ? "0" : "1"}
        onChange={(value) => set({ min_samples: Math.round(value) })}
        onClear={() => set({ min_samples: undefined })}
      />
    </>
  )
}

const ANY = [
  ["any", "any geofence or zone"],
  ["geofence", "any geofence"],
  ["zone", "any zone"],
  ["site", "any site"],
  ["route", "any route"]
] as const

const PlaceFields = ({ condition, set }: FieldsProps) => {
  const { project } = useProject()
  const { data: places = [] } = useQuery(features(project.id))
  const listed = condition["feature_ids"]
  const ids = Array.isArray(listed) ? (listed as ReadonlyArray<Json>).map(String) : []
  const names = new Map(places.map(({ id, name }) => [id, name]))
  return (
    <>
      <Choice
        name="Relation"
        value={oneOf(RELATIONS, condition["relation"])}
        of={RELATIONS}
        onChange={(relation) => set({ relation })}
      />
      {ids.length === 0 && (
        <Choice
          name="Which places"
          value={oneOf(ANY, condition["feature_type"] ?? "any")}
          of={ANY}
          onChange={(type) => set({ feature_type: type === "any" ? undefined : type })}
        />
      )}
      <Chips
        name="Places"
        add="a certain place"
        chosen={ids.map((id) => [id, names.get(id) ?? "a removed place"])}
        others={places.filter(({ id }) => !ids.includes(id)).map(({ id, name }) => [id, name])}
        onChange={(next) =>
          set({ feature_ids: next.length === 0 ? undefined : next, feature_type: undefined })
        }
      />
      <span className="faint">by more than</span>
      <Amount
        name="Exit buffer"
        value={number(condition["exit_buffer_m"])}
        otherwise="0"
        unit="m"
        onChange={(value) => set({ exit_buffer_m: value })}
        onClear={() => set({ exit_buffer_m: undefined })}
      />
      <span className="faint">in</span>
      <Amount
        name="Fixes to confirm"
        value={number(condition["confirm_samples"])}
        otherwise="1"
        unit="fixes"
        onChange={(value) => set({ confirm_samples: Math.round(value) })}
        onClear={() => set({ confirm_samples: undefined })}
      />
    </>
  )
}

const Fields = (props: FieldsProps) => {
  const { condition, set } = props
  switch (condition["type"]) {
    case "threshold":
      return (
        <>
          <MetricChoice {...props} />
          <LimitFields {...props} />
        </>
      )
    case "window":
      return <WindowFields {...props} />
    case "spatial":
      return <PlaceFields {...props} />
    case "no_data":
      return (
        <>
          <span className="faint">nothing was heard for</span>
          <Duration
            name="Silence"
            seconds={number(condition["for_seconds"]) ?? 0}
            onChange={(seconds) => set({ for_seconds: seconds })}
          />
        </>
      )
    default:
      return (
        <span className="soft">
          <code>{text(condition["type"], "?")}</code> has a name and no meaning yet: it is kept as it is, and
          the rule cannot be enabled with it.
        </span>
      )
  }
}

/** ConditionCard edits one condition. */
export const ConditionCard = (props: CardProps) => {
  const { condition, isDrawn, metrics, onChange, onFocus, onRemove, problems, truth } = props
  const set = (members: Readonly<Record<string, Json | undefined>>) => {
    const next: Record<string, Json> = {}
    for (const [key, value] of Object.entries({ ...condition, ...members }))
      if (value !== undefined) next[key] = value
    if (isObject(next)) onChange(next)
  }
  return (
    <li className={look["card"]}>
      <div className={look["row"]}>
        <Fields condition={condition} metrics={metrics} isDrawn={isDrawn} onFocus={onFocus} set={set} />
        {onRemove !== null && (
          <button
            type="button"
            className={look["remove"]}
            aria-label="Remove this condition"
            onClick={onRemove}
          >
            <Icon name="x" size={14} />
          </button>
        )}
      </div>
      <Problems of={problems} />
      {truth}
    </li>
  )
}
