// The rule as a form: trigger, scope, conditions, duration, event.
import { useQuery } from "@tanstack/react-query"
import { words } from "../../../../words/language.ts"
import type { Mistake } from "../../../data/api/Refused.ts"
import { metrics as metricsOf } from "../../../data/names.ts"
import { useProject } from "../../../shell/useProject.ts"
import { ConditionCard } from "./ConditionCard.tsx"
import { type Json, type JsonObject, leavesOf, withAt, withLeaves } from "../document.ts"
import { EventFields, TimingFields } from "./EventFields.tsx"
import { Problems, problemsAt } from "../Problems.tsx"
import { ScopeFields } from "./ScopeFields.tsx"
import type { Story } from "../past/story.ts"
import { TriggerFields } from "./TriggerFields.tsx"
import { TruthStrip } from "./TruthStrip.tsx"
import { choicesOf } from "../choicesOf.ts"
import look from "./form.module.css"

type Kind = "threshold" | "window" | "spatial" | "no_data"

interface RuleFormProps {
  readonly document: JsonObject
  readonly problems: ReadonlyArray<Mistake>
  readonly covers: number | null
  /** pointer of the condition whose limit is drawn in the chart */
  readonly drawn: string | null
  /** the subject whose condition states are shown below each condition */
  readonly story: Story | undefined
  readonly from: number
  readonly to: number
  readonly onChange: (document: JsonObject) => void
  readonly onDraw: (pointer: string) => void
  readonly onJson: () => void
}

/** Returns a new condition of a kind, with the metric that the rule already uses. */
const fresh = (kind: Kind, metric: string): JsonObject => {
  switch (kind) {
    case "threshold":
      return { type: "threshold", metric, op: "<", value: 0 }
    case "window":
      return { type: "window", metric, aggregate: "max", seconds: 43_200, op: "<", value: 0 }
    case "spatial":
      return { type: "spatial", relation: "inside", feature_type: "geofence" }
    case "no_data":
      return { type: "no_data", for_seconds: 43_200 }
  }
}

const AddCondition = ({ onAdd }: { readonly onAdd: (kind: Kind) => void }) => {
  const kinds = choicesOf<Kind>(words.bench.form.kinds)
  return (
    <label className={look["addCondition"]}>
      <span className="hidden">{words.bench.form.addCondition}</span>
      <select
        value=""
        onChange={({ target }) => {
          const kind = kinds.find(([one]) => one === target.value)
          if (kind !== undefined) onAdd(kind[0])
        }}
      >
        <option value="">{words.bench.form.addCondition}</option>
        {kinds.map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Pointers that have a place in the form. */
const PLACES = ["/trigger", "/scope", "/conditions", "/for_seconds", "/cooldown_seconds", "/event"]

/** RuleForm edits a rule document. */
export const RuleForm = (props: RuleFormProps) => {
  const { covers, document, drawn, onChange, onDraw, onJson, problems, story, from, to } = props
  const { project } = useProject()
  const { data: all = [] } = useQuery(metricsOf(project.id))
  const numbers = all.filter(({ value_type }) => value_type === "number")
  const leaves = leavesOf(document)
  const set = (pointer: string, to: Json | undefined) => onChange(withAt(document, pointer, to))
  const conditions = leaves?.map(({ condition }) => condition) ?? []
  const metric =
    conditions.map((one) => one["metric"]).find((one) => typeof one === "string") ??
    numbers[0]?.key ??
    "speed_kmh"
  const elsewhere = problems.filter(({ pointer }) => !PLACES.some((place) => pointer.startsWith(place)))
  const list = leaves?.length === 1 ? [] : problems.filter(({ pointer }) => pointer === "/conditions")
  return (
    <>
      <Problems of={elsewhere} />
      <TriggerFields document={document} metrics={all} onChange={set} />
      <Problems of={problemsAt(problems, "/trigger")} />
      <ScopeFields document={document} covers={covers} onChange={set} />
      <Problems of={problemsAt(problems, "/scope")} />
      <section className={look["group"]} aria-label={words.bench.form.conditions}>
        <h2>
          {leaves === null || leaves.length < 2 ? words.bench.form.thisHolds : words.bench.form.allHold}
          {leaves !== null && (
            <AddCondition
              onAdd={(kind) => onChange(withLeaves(document, [...conditions, fresh(kind, metric)]))}
            />
          )}
        </h2>
        {leaves === null ? (
          <p className="soft">
            {words.bench.form.nested}{" "}
            <button type="button" className="link" onClick={onJson}>
              {words.bench.form.editJson}
            </button>
          </p>
        ) : (
          <ul>
            {leaves.map(({ condition, pointer }, i) => (
              <ConditionCard
                key={pointer}
                condition={condition}
                metrics={numbers}
                problems={problemsAt(problems, pointer)}
                isDrawn={pointer === drawn}
                truth={<TruthStrip of={story} pointer={pointer} from={from} to={to} />}
                onChange={(next) => onChange(withAt(document, pointer, next))}
                onRemove={
                  leaves.length < 2
                    ? null
                    : () =>
                        onChange(
                          withLeaves(
                            document,
                            conditions.filter((_, at) => at !== i)
                          )
                        )
                }
                onFocus={() => onDraw(pointer)}
              />
            ))}
          </ul>
        )}
        <Problems of={list} />
      </section>
      <TimingFields document={document} onChange={set} />
      <Problems
        of={[...problemsAt(problems, "/for_seconds"), ...problemsAt(problems, "/cooldown_seconds")]}
      />
      <EventFields document={document} onChange={set} />
      <Problems of={problemsAt(problems, "/event")} />
    </>
  )
}
