// One metric: what it is called, in what unit, of what kind; to be said by whoever may change the project.
import { useState } from "react"
import { sentenceOf } from "../api/Refused.ts"
import { Field } from "../look/Field.tsx"
import { defineMetric, type Metric } from "../queries/projectMetrics.ts"
import { formText } from "../look/formText.ts"
import { Lacks } from "../shell/Lacks.tsx"
import { say } from "../shell/notices.ts"
import { useForm } from "../look/useForm.ts"
import { useProject } from "../shell/useProject.ts"
import look from "./metrics.module.css"

/** What is mostly said; anything else may be. */
const CATEGORIES = ["environment", "health", "motion", "power", "radio", "vehicle"]

interface FormProps {
  readonly of: Metric
  readonly onClose: () => void
}

const Form = ({ of, onClose }: FormProps) => {
  const { project } = useProject()
  const { busy, error, mistakes, onSubmit } = useForm(async (data) => {
    const said = (name: string) => formText(data, name).trim() || null,
      label = said("label")
    await defineMetric(project.id, of.key, { label, unit: said("unit"), category: said("category") })
    say(`${of.key} is ${label ?? "defined"}.`)
    onClose()
  })
  return (
    <form className={look["form"]} aria-label={`Define ${of.key}`} onSubmit={onSubmit}>
      <Field
        label="Called"
        name="label"
        autoFocus
        maxLength={200}
        defaultValue={of.label ?? ""}
        mistake={mistakes.get("/label")}
      />
      {of.value_type === "number" && (
        <Field
          label="Unit"
          name="unit"
          maxLength={200}
          defaultValue={of.unit ?? ""}
          mistake={mistakes.get("/unit")}
        />
      )}
      <Field
        label="Category"
        name="category"
        list="metric-categories"
        maxLength={200}
        defaultValue={of.category ?? ""}
        mistake={mistakes.get("/category")}
      />
      <datalist id="metric-categories">
        {CATEGORIES.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <button className="btn primary" disabled={busy}>
        Define
      </button>
      <button type="button" className="btn" onClick={onClose}>
        Not now
      </button>
      <p role="alert" className={look["bad"]}>
        {error !== null && sentenceOf(error)}
      </p>
    </form>
  )
}

interface RowProps {
  readonly of: Metric
  /** somebody came for this one */
  readonly chosen: boolean
}

export const Row = ({ chosen, of }: RowProps) => {
  const { may } = useProject()
  // who came for it is asked at once
  const [open, setOpen] = useState(chosen && !of.defined && may("project:write"))
  const isOwn = of.project_id !== null
  return (
    <li className={look["metric"]}>
      <div className={look["what"]}>
        <code className="mono">{of.key}</code>{" "}
        {of.label !== null && (
          <b>
            <bdi>{of.label}</bdi>
          </b>
        )}
        {!of.defined && <span className="chip late">not defined yet</span>}
      </div>
      <p className="soft">
        {[of.value_type, of.unit ?? "no unit", of.category ?? "no category"].join(", ")}
        {!isOwn && ", the same in all projects"}
      </p>
      {!open && isOwn && may("project:write") && (
        <button
          className="btn small"
          aria-label={`${of.defined ? "Change" : "Define"} ${of.key}`}
          onClick={() => setOpen(true)}
        >
          {of.defined ? "Change" : "Define"}
        </button>
      )}
      {!of.defined && !may("project:write") && <Lacks permission="project:write" />}
      {open && <Form of={of} onClose={() => setOpen(false)} />}
    </li>
  )
}
