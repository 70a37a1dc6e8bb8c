// One condition as a row of fields, with the times when it was true below.
import type { ReactNode } from "react"
import { useQuery } from "@tanstack/react-query"
import { words } from "../../../../words/language.ts"
import type { Mistake } from "../../../data/api/Refused.ts"
import { Icon } from "../../../design/marks/Icon.tsx"
import { Parts } from "../../../design/Parts.tsx"
import { features } from "../../../data/mapQueries.ts"
import type { Metric } from "../../../data/names.ts"
import { useProject } from "../../../shell/useProject.ts"
import { isObject, type Json, type JsonObject } from "../document.ts"
import { Amount, Chips, Choice, Duration } from "./fields.tsx"
import { Problems } from "../Problems.tsx"
import { choicesOf } from "../choicesOf.ts"
import { unitOfMetric } from "../past/figures.ts"
import { Line } from "./Line.tsx"
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
  const own: ReadonlyArray<readonly [string, string]> =
    condition["type"] === "threshold" ? choicesOf(words.bench.condition.fixMetrics) : []
  const known = [...own, ...metrics.map(({ key, label }) => [key, label ?? key] as const)]
  const all = known.some(([one]) => one === key) ? known : [[key, key] as const, ...known]
  return (
    <Choice
      name={words.bench.condition.metric}
      value={key}
      of={all}
      onFocus={onFocus}
      onChange={(metric) => set({ metric })}
    />
  )
}

/** LimitFields edits comparison and limit. */
const LimitFields = (props: FieldsProps) => {
  const { condition, isDrawn, metrics, onFocus, set } = props
  const comparisons = choicesOf(words.bench.condition.comparisons)
  return (
    <>
      <Choice
        name={words.bench.condition.comparison}
        value={oneOf(comparisons, condition["op"])}
        of={comparisons}
        onFocus={onFocus}
        onChange={(op) => set({ op })}
      />
      <Amount
        name={words.bench.condition.limit}
        value={number(condition["value"])}
        unit={
          condition["aggregate"] === "count" ? null : unitOfMetric(metrics, text(condition["metric"], ""))
        }
        marked={isDrawn}
        onFocus={onFocus}
        onChange={(value) => set({ value })}
      />
    </>
  )
}

const WindowFields = (props: FieldsProps) => {
  const { condition, set } = props
  const aggregates = choicesOf(words.bench.condition.aggregates)
  const least = condition["aggregate"] === "count" ? 0 : 1
  const samples = number(condition["min_samples"])
  return (
    <Line
      of={words.bench.condition.windowLine<ReactNode>({
        aggregate: (
          <Choice
            name={words.bench.condition.aggregate}
            value={oneOf(aggregates, condition["aggregate"])}
            of={aggregates}
            onChange={(aggregate) => set({ aggregate })}
          />
        ),
        metric: <MetricChoice {...props} />,
        span: (
          <Duration
            name={words.bench.condition.over}
            seconds={number(condition["seconds"]) ?? 3600}
            onChange={(seconds) => set({ seconds })}
          />
        ),
        limit: <LimitFields {...props} />,
        samples: (
          <Amount
            name={words.bench.condition.minSamples}
            value={samples}
            unit={words.bench.condition.samples({ count: samples ?? least })}
            otherwise={String(least)}
            onChange={(value) => set({ min_samples: Math.round(value) })}
            onClear={() => set({ min_samples: undefined })}
          />
        )
      })}
    />
  )
}

const AreaFields = ({ condition, set }: FieldsProps) => {
  const { project } = useProject()
  const { data: places = [] } = useQuery(features(project.id))
  const listed = condition["feature_ids"]
  const ids = Array.isArray(listed) ? (listed as ReadonlyArray<Json>).map(String) : []
  const names = new Map(places.map(({ id, name }) => [id, name]))
  const relations = choicesOf(words.bench.condition.relations)
  const kinds = choicesOf(words.bench.condition.anyOf)
  const fixes = number(condition["confirm_samples"])
  return (
    <Line
      of={words.bench.condition.areaLine<ReactNode>({
        relation: (
          <Choice
            name={words.bench.condition.relation}
            value={oneOf(relations, condition["relation"])}
            of={relations}
            onChange={(relation) => set({ relation })}
          />
        ),
        areas: (
          <>
            {ids.length === 0 && (
              <Choice
                name={words.bench.condition.whichAreas}
                value={oneOf(kinds, condition["feature_type"] ?? "any")}
                of={kinds}
                onChange={(type) => set({ feature_type: type === "any" ? undefined : type })}
              />
            )}
            <Chips
              name={words.bench.condition.areas}
              add={words.bench.condition.addArea}
              chosen={ids.map((id) => [id, names.get(id) ?? words.bench.condition.removedArea])}
              others={places.filter(({ id }) => !ids.includes(id)).map(({ id, name }) => [id, name])}
              onChange={(next) =>
                set({ feature_ids: next.length === 0 ? undefined : next, feature_type: undefined })
              }
            />
          </>
        ),
        buffer: (
          <Amount
            name={words.bench.condition.exitBuffer}
            value={number(condition["exit_buffer_m"])}
            otherwise="0"
            unit="m"
            onChange={(value) => set({ exit_buffer_m: value })}
            onClear={() => set({ exit_buffer_m: undefined })}
          />
        ),
        fixes: (
          <Amount
            name={words.bench.condition.confirmFixes}
            value={fixes}
            otherwise="1"
            unit={words.bench.condition.fixes({ count: fixes ?? 1 })}
            onChange={(value) => set({ confirm_samples: Math.round(value) })}
            onClear={() => set({ confirm_samples: undefined })}
          />
        )
      })}
    />
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
      return <AreaFields {...props} />
    case "no_data":
      return (
        <Line
          of={words.bench.condition.silenceLine<ReactNode>({
            span: (
              <Duration
                name={words.bench.condition.silence}
                seconds={number(condition["for_seconds"]) ?? 0}
                onChange={(seconds) => set({ for_seconds: seconds })}
              />
            )
          })}
        />
      )
    default:
      return (
        <span className="soft">
          <Parts
            of={words.bench.condition.reserved<ReactNode>({
              type: <code>{text(condition["type"], "?")}</code>
            })}
          />
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
            aria-label={words.bench.condition.remove}
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
