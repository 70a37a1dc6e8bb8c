import { words } from "../../../../words/language.ts"
import type { Metric } from "../../../data/names.ts"
import { at, isObject, type JsonObject } from "../document.ts"
import { Choice, Duration, Segments } from "./fields.tsx"
import { choicesOf } from "../choicesOf.ts"
import look from "./form.module.css"

const ANY = ""

const begin = {
  position: { kind: "position" },
  measurement: { kind: "measurement" },
  state: { kind: "state" },
  schedule: { kind: "schedule", every_seconds: 3600 }
} satisfies Readonly<Record<string, JsonObject>>

interface TriggerFieldsProps {
  readonly document: JsonObject
  readonly metrics: ReadonlyArray<Metric>
  readonly onChange: (pointer: string, to: JsonObject) => void
}

/** TriggerFields edits what starts an evaluation. */
export const TriggerFields = ({ document, metrics, onChange }: TriggerFieldsProps) => {
  const trigger = isObject(document["trigger"]) ? document["trigger"] : {}
  const kind = typeof trigger["kind"] === "string" ? trigger["kind"] : undefined
  const metric = at(trigger, "/metric_key")
  const every = at(trigger, "/every_seconds")
  const named = typeof metric === "string" && !metrics.some(({ key }) => key === metric) ? [metric] : []
  return (
    <section className={look["group"]} aria-label={words.bench.form.trigger}>
      <h2>{words.bench.form.trigger}</h2>
      <div className={look["row"]}>
        <Segments
          name={words.bench.form.startsWith}
          value={kind}
          of={choicesOf(words.bench.form.triggers)}
          onChange={(next) => {
            if (next !== kind) onChange("/trigger", begin[next])
          }}
        />
        {kind === "schedule" && (
          <Duration
            name={words.bench.form.every}
            seconds={typeof every === "number" ? every : 300}
            onChange={(seconds) => onChange("/trigger", { ...trigger, every_seconds: seconds })}
          />
        )}
        {kind === "measurement" && (
          <Choice
            name={words.bench.form.ofMetric}
            value={typeof metric === "string" ? metric : ANY}
            of={[
              [ANY, words.bench.form.anyMetric],
              ...metrics.map(({ key, label }) => [key, label ?? key] as const),
              ...named.map((key) => [key, key] as const)
            ]}
            onChange={(next) => {
              const { metric_key: _, ...rest } = trigger
              onChange("/trigger", next === ANY ? rest : { ...rest, metric_key: next })
            }}
          />
        )}
      </div>
    </section>
  )
}
