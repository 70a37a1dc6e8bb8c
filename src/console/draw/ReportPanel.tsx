// Somebody tells what happened: where, what, when, how bad, and whom it concerns. By a tap on the map or where
// one stands; on the way with one hand.
import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useDeferredValue, useEffect, useState } from "react"
import { type Mistake, Refused, sentenceOf } from "../api/Refused.ts"
import type { Field } from "../live/LiveMap.ts"
import { Icon } from "../look/Icon.tsx"
import { Key } from "../look/Key.tsx"
import { Severity, type SeverityName } from "../look/Severity.tsx"
import { found } from "../palette/search.ts"
import { reportEvent } from "../queries/events.ts"
import { say } from "../shell/notices.ts"
import { useProject } from "../shell/useProject.ts"
import { capital, entityWord } from "../shell/words.ts"
import { useNow } from "../time/useNow.ts"
import { momentOf, wallTime } from "../time/wallTime.ts"
import { Mistakes } from "./Mistakes.tsx"
import { Panel } from "./Panel.tsx"
import { type Incident, incidents, newKey } from "./report.ts"
import { reveal } from "./reveal.ts"
import type { Place, Shape } from "./shape.ts"
import { ShapeText } from "./ShapeText.tsx"
import { usePen } from "./usePen.ts"
import { useWhereIAm } from "./useWhereIAm.ts"
import form from "./forms.module.css"
import look from "./panel.module.css"

interface ReportPanelProps {
  readonly field: Field
  readonly onClose: () => void
}

const SEVERITIES: ReadonlyArray<readonly [SeverityName, string]> = [
  ["info", "To know"],
  ["warning", "Warning"],
  ["critical", "Critical"]
]

const placeIn = (shape: Shape | null): Place | null => {
  if (shape?.kind !== "geometry" || shape.geometry.type !== "Point") return null
  const [lon = 0, lat = 0] = shape.geometry.coordinates
  return [lon, lat]
}

/** Whom it concerns, by name: found by the server among those whom the reader sees. */
const useSubject = () => {
  const { project } = useProject()
  const [name, setName] = useState("")
  const { data = [] } = useQuery(found(project.id, useDeferredValue(name.trim())))
  const choices = data.filter(({ type }) => type === "entity")
  return { name, setName, choices, chosen: choices.find((one) => one.name === name.trim()) }
}

export const ReportPanel = ({ field, onClose }: ReportPanelProps) => {
  const { project, zone } = useProject()
  const [incident, setIncident] = useState<Incident>(incidents[0]!)
  const [severity, setSeverity] = useState<SeverityName>(incidents[0]!.severity)
  const [title, setTitle] = useState("")
  const [note, setNote] = useState("")
  const [time, setTime] = useState("")
  const [alert, setAlert] = useState<boolean | null>(null)
  const [shape, setShape] = useState<Shape | null>(null)
  const [mistakes, setMistakes] = useState<ReadonlyArray<Mistake>>([])
  const [sending, setSending] = useState(false)
  const [key] = useState(newKey)
  const subject = useSubject()
  const pen = usePen(field, null, { shape: setShape, radius: () => undefined })
  useEffect(() => pen?.draw("point"), [pen])
  const put = (next: Shape) => {
    setShape(next)
    pen?.edit(next)
  }
  const { ask, asking } = useWhereIAm((place) => {
    put({ kind: "geometry", geometry: { type: "Point", coordinates: [...place] } })
    reveal(field, place)
  })
  const now = useNow()
  const word = entityWord(project)
  const makesAlert = alert ?? severity !== "info"
  const place = placeIn(shape)
  const unknown = subject.name.trim() !== "" && subject.chosen === undefined
  const said = title.trim() === "" ? incident.title(subject.chosen?.name) : title.trim()

  const send = async () => {
    const at = time === "" ? undefined : momentOf(time, zone)
    setSending(true)
    setMistakes([])
    try {
      await reportEvent(project.id, key, {
        event_type: incident.type,
        title: said,
        severity,
        ...(note.trim() === "" ? {} : { description: note.trim() }),
        ...(at === undefined ? {} : { time: new Date(at).toISOString() }),
        ...(place === null ? {} : { geometry: { type: "Point", coordinates: [...place] } }),
        ...(subject.chosen === undefined ? {} : { entity_id: subject.chosen.id }),
        ...(makesAlert ? { create_alert: true } : {})
      })
      say(`Reported: ${said}`)
      onClose()
    } catch (error) {
      const { errors = [] } = error instanceof Refused ? error.problem : {}
      if (errors.length > 0) setMistakes(errors)
      else say(sentenceOf(error), "bad")
      setSending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!sending && !unknown) void send()
  }
  return (
    <Panel title="Report" onClose={onClose}>
      <form
        className={look["form"]}
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event)
        }}
      >
        <div className={form["place"]}>
          <span className={place === null ? "soft" : "strong"} role="status">
            {place === null ? "Click its place on the map" : "Its place is on the map"}
          </span>
          <button type="button" className="btn small" disabled={asking} onClick={ask}>
            <Icon name="here" size={15} /> {asking ? "Asking" : "Where I am"}
          </button>
        </div>
        <div className={form["chips"]} role="group" aria-label="What happened">
          {incidents.map((one) => (
            <button
              key={one.type}
              type="button"
              aria-pressed={one === incident}
              onClick={() => {
                setIncident(one)
                setSeverity(one.severity)
              }}
            >
              {one.word}
            </button>
          ))}
        </div>
        <label className="field">
          In a few words
          <input
            className="input"
            maxLength={300}
            placeholder={incident.title(subject.chosen?.name)}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        </label>
        <div className={form["severities"]} role="group" aria-label="How bad">
          {SEVERITIES.map(([name, text]) => (
            <button
              key={name}
              type="button"
              aria-pressed={severity === name}
              onClick={() => setSeverity(name)}
            >
              <Severity of={name} size={15} />
              {text}
            </button>
          ))}
        </div>
        <label className={form["check"]}>
          <input type="checkbox" checked={makesAlert} onChange={({ target }) => setAlert(target.checked)} />
          Somebody has to act: make it an alert
        </label>
        <Mistakes mistakes={mistakes} onShow={(at) => reveal(field, at)} />
        <label className="field">
          {capital(word.one)}, if it concerns one
          <input
            className="input"
            list="report-subjects"
            value={subject.name}
            aria-invalid={unknown}
            onChange={({ target }) => subject.setName(target.value)}
          />
          <datalist id="report-subjects">
            {subject.choices.map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
        </label>
        <label className="field">
          Note
          <textarea
            className="input"
            rows={2}
            maxLength={5000}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </label>
        <details className={look["more"]}>
          <summary>When and where, written</summary>
          <label className="field">
            When, {zone}; now if it is left empty
            <input
              className="input num"
              type="datetime-local"
              max={wallTime(now, zone)}
              value={time}
              onChange={({ target }) => setTime(target.value)}
            />
          </label>
          <ShapeText label="Place, longitude and latitude" stroke="point" shape={shape} onShape={put} />
        </details>
        <div className={look["acts"]}>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button className="btn primary" disabled={sending || unknown}>
            {sending ? "Sending" : "Report"} <Key of="⌘↵" />
          </button>
        </div>
      </form>
    </Panel>
  )
}
