// A report from the field: place, type, time, severity, subject. The place is set by a tap on the map or the position
// of the device; usable with one hand. The draft is kept until sent or discarded.
import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useDeferredValue, useEffect, useState } from "react"
import { words } from "../../../words/language.ts"
import { type Mistake, Refused, sentenceOf } from "../../data/api/Refused.ts"
import { useWriting } from "../../writing.ts"
import type { Field } from "../live/LiveMap.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { Key } from "../../design/marks/Key.tsx"
import { Severity, type SeverityName } from "../../design/marks/Severity.tsx"
import { found } from "../../shell/palette/search.ts"
import { reportEvent } from "../../data/events.ts"
import { toast } from "../../shell/toasts.ts"
import { useProject } from "../../shell/useProject.ts"
import { capital, entityWord } from "../../shell/words.ts"
import { useNow } from "../../time/useNow.ts"
import { momentOf, wallTime } from "../../time/wallTime.ts"
import { Mistakes } from "./Mistakes.tsx"
import { Panel } from "./Panel.tsx"
import { incidentOf, incidents, incidentTitle, tellingIn } from "./report.ts"
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

const severities: ReadonlyArray<SeverityName> = ["info", "warning", "critical"]

const placeIn = (shape: Shape | null): Place | null => {
  if (shape?.kind !== "geometry" || shape.geometry.type !== "Point") return null
  const [lon = 0, lat = 0] = shape.geometry.coordinates
  return [lon, lat]
}

/** Finds the subject by name, through the server, among those visible to the user. */
const useSubject = (name: string) => {
  const { project } = useProject()
  const { data = [] } = useQuery(found(project.id, useDeferredValue(name.trim())))
  const choices = data.filter(({ type }) => type === "entity")
  return { choices, chosen: choices.find((one) => one.name === name.trim()) }
}

/** ReportPanel is the form of a report. */
export const ReportPanel = ({ field, onClose }: ReportPanelProps) => {
  const { project, zone } = useProject()
  const { forget, put, value } = useWriting(project.id, "report", tellingIn)
  const { alert, key, note, severity, shape, time, title } = value
  const incident = incidentOf(value.type)
  const [mistakes, setMistakes] = useState<ReadonlyArray<Mistake>>([])
  const [sending, setSending] = useState(false)
  const subject = useSubject(value.subject)
  const [first] = useState(value)
  const pen = usePen(field, null, { shape: (next) => put({ shape: next }), radius: () => undefined })
  useEffect(() => {
    if (first.shape === null) pen?.draw("point")
    else pen?.edit(first.shape)
  }, [pen, first])
  useEffect(() => {
    const kept = placeIn(first.shape)
    if (kept !== null) reveal(field, kept) // the place may be out of view
  }, [field, first])
  const putShape = (next: Shape) => {
    put({ shape: next })
    pen?.edit(next)
  }
  const { ask, asking } = useWhereIAm((place) => {
    putShape({ kind: "geometry", geometry: { type: "Point", coordinates: [...place] } })
    reveal(field, place)
  })
  const now = useNow()
  const word = entityWord(project)
  const makesAlert = alert ?? severity !== "info"
  const place = placeIn(shape)
  const unknown = value.subject.trim() !== "" && subject.chosen === undefined
  const said = title.trim() === "" ? incidentTitle(incident, subject.chosen?.name) : title.trim()

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
      forget()
      toast(words.areas.report.sent({ title: said }))
      onClose()
    } catch (error) {
      const { errors = [] } = error instanceof Refused ? error.problem : {}
      if (errors.length > 0) setMistakes(errors)
      else toast(sentenceOf(error), "bad")
      setSending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!sending && !unknown) void send()
  }
  const leave = () => {
    if (!sending) forget() // a request under way may be refused
    onClose()
  }
  return (
    <Panel title={words.areas.report.title} onClose={leave}>
      <form
        className={look["form"]}
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event)
        }}
      >
        <div className={form["place"]}>
          <span className={place === null ? "soft" : "strong"} role="status">
            {place === null ? words.areas.report.clickPlace : words.areas.report.placeIsKnown}
          </span>
          <button type="button" className="btn small" disabled={asking} onClick={ask}>
            <Icon name="here" size={15} />{" "}
            {asking ? words.areas.report.locating : words.areas.report.whereIAm}
          </button>
        </div>
        <div className={form["chips"]} role="group" aria-label={words.areas.report.whatHappened}>
          {incidents.map((one) => (
            <button
              key={one.type}
              type="button"
              aria-pressed={one === incident}
              onClick={() => put({ type: one.type, severity: one.severity })}
            >
              {words.areas.incidents[one.type]}
            </button>
          ))}
        </div>
        <label className="field">
          {words.areas.report.inFewWords}
          <input
            className="input"
            maxLength={300}
            placeholder={incidentTitle(incident, subject.chosen?.name)}
            value={title}
            onChange={({ target }) => put({ title: target.value })}
          />
        </label>
        <div className={form["severities"]} role="group" aria-label={words.areas.report.severity}>
          {severities.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={severity === name}
              onClick={() => put({ severity: name })}
            >
              <Severity of={name} size={15} />
              {words.areas.report.severities[name]}
            </button>
          ))}
        </div>
        <label className={form["check"]}>
          <input
            type="checkbox"
            checked={makesAlert}
            onChange={({ target }) => put({ alert: target.checked })}
          />
          {words.areas.report.makeAlert}
        </label>
        <Mistakes mistakes={mistakes} onShow={(at) => reveal(field, at)} />
        <label className="field">
          {words.areas.report.subject({ one: capital(word.one) })}
          <input
            className="input"
            list="report-subjects"
            value={value.subject}
            aria-invalid={unknown}
            onChange={({ target }) => put({ subject: target.value })}
          />
          <datalist id="report-subjects">
            {subject.choices.map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
        </label>
        <label className="field">
          {words.areas.report.note}
          <textarea
            className="input"
            rows={2}
            maxLength={5000}
            value={note}
            onChange={({ target }) => put({ note: target.value })}
          />
        </label>
        <details className={look["more"]} open={first.time !== ""}>
          <summary>{words.areas.report.written}</summary>
          <label className="field">
            {words.areas.report.when({ zone })}
            <input
              className="input num"
              type="datetime-local"
              max={wallTime(now, zone)}
              value={time}
              onChange={({ target }) => put({ time: target.value })}
            />
          </label>
          <ShapeText label={words.areas.report.place} stroke="point" shape={shape} onShape={putShape} />
        </details>
        <div className={look["acts"]}>
          <button type="button" className="btn" onClick={leave}>
            {words.areas.cancel}
          </button>
          <button className="btn primary" disabled={sending || unknown}>
            {sending ? words.areas.report.sending : words.areas.report.send} <Key of="⌘↵" />
          </button>
        </div>
      </form>
    </Panel>
  )
}
