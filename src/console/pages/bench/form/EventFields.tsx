import { type ReactNode, useRef } from "react"
import { words } from "../../../../words/language.ts"
import { at, isObject, type Json, type JsonObject } from "../document.ts"
import { Duration, Segments } from "./fields.tsx"
import { choicesOf } from "../choicesOf.ts"
import { Line } from "./Line.tsx"
import look from "./form.module.css"

/** The variables of an event title. */
const PLACEHOLDERS = ["entity", "device", "feature", "metric", "value", "rule"] as const

interface FieldsProps {
  readonly document: JsonObject
  readonly onChange: (pointer: string, to: Json | undefined) => void
}

const numberAt = (document: JsonObject, pointer: string): number => {
  const value = at(document, pointer)
  return typeof value === "number" ? value : 0
}

/** TimingFields edits how long the conditions must hold, and the cooldown. */
export const TimingFields = ({ document, onChange }: FieldsProps) => (
  <section className={look["group"]} aria-label={words.bench.form.timing}>
    <h2>{words.bench.form.timing}</h2>
    <div className={look["row"]}>
      <Line
        of={words.bench.form.timingLine<ReactNode>({
          hold: (
            <Duration
              name={words.bench.form.holdFor}
              seconds={numberAt(document, "/for_seconds")}
              onChange={(seconds) => onChange("/for_seconds", seconds)}
            />
          ),
          remind: (
            <Duration
              name={words.bench.form.remindAfter}
              seconds={numberAt(document, "/cooldown_seconds")}
              onChange={(seconds) => onChange("/cooldown_seconds", seconds)}
            />
          )
        })}
      />
    </div>
  </section>
)

const textAt = (event: JsonObject, member: string): string =>
  typeof event[member] === "string" ? event[member] : ""

/** EventFields edits the event that the rule makes. */
export const EventFields = ({ document, onChange }: FieldsProps) => {
  const event = isObject(document["event"]) ? document["event"] : {}
  const title = useRef<HTMLInputElement>(null)
  const insert = (name: string) => {
    const field = title.current
    const text = textAt(event, "title")
    const from = field?.selectionStart ?? text.length
    onChange("/event/title", `${text.slice(0, from)}{${name}}${text.slice(field?.selectionEnd ?? from)}`)
    field?.focus()
  }
  return (
    <section className={look["group"]} aria-label={words.bench.form.event}>
      <h2>{words.bench.form.event}</h2>
      <div className={look["row"]}>
        <Segments
          name={words.bench.form.severity}
          value={textAt(event, "severity") || "info"}
          of={choicesOf(words.bench.form.severities)}
          onChange={(next) => onChange("/event/severity", next)}
        />
        <label className={look["check"]}>
          <input
            type="checkbox"
            checked={event["create_alert"] === true}
            onChange={({ target }) => onChange("/event/create_alert", target.checked)}
          />
          {words.bench.form.createAlert}
        </label>
      </div>
      <label className={look["wide"]}>
        <span className="faint">{words.bench.form.title}</span>
        <input
          ref={title}
          className="input"
          value={textAt(event, "title")}
          onChange={({ target }) => onChange("/event/title", target.value)}
        />
      </label>
      <div className={look["row"]}>
        {PLACEHOLDERS.map((name) => (
          <button
            key={name}
            type="button"
            className={`chip ${look["place"]}`}
            aria-label={words.bench.form.insert({ name })}
            onClick={() => insert(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <label className={look["wide"]}>
        <span className="faint">{words.bench.form.type}</span>
        <input
          className="input mono"
          value={textAt(event, "event_type")}
          onChange={({ target }) => onChange("/event/event_type", target.value.toUpperCase())}
        />
      </label>
    </section>
  )
}
