// One metric: label, unit, category. Members who may change the project edit and remove it; server admins do so
// for metrics of all projects.
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import type { Metric } from "../../data/projectMetrics.ts"
import {
  changeMetric,
  defineMetric,
  makeMetric,
  removeMetric,
  removeOwnMetric,
  rereadMetrics
} from "../../data/write/writeMetrics.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { useForm } from "../../design/form/useForm.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { toast } from "../../shell/toasts.ts"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"
import { metricChange, MetricFields } from "./MetricFields.tsx"
import look from "./metrics.module.css"

interface FormProps {
  readonly of: Metric
  readonly onClose: () => void
}

const Form = ({ of, onClose }: FormProps) => {
  const { project } = useProject()
  const { busy, error, mistakes, onSubmit } = useForm(async (data) => {
    const change = metricChange(data)
    await (of.project_id === null ? changeMetric(of.key, change) : defineMetric(project.id, of.key, change))
    await rereadMetrics(project.id)
    toast(words.metrics.saved({ key: of.key, label: change.label }))
    onClose()
  })
  return (
    <form className={look["form"]} aria-label={words.metrics.defineOne({ key: of.key })} onSubmit={onSubmit}>
      <MetricFields of={of} hasUnit={of.value_type === "number"} mistakes={mistakes} />
      <button className="btn primary" disabled={busy}>
        {words.metrics.define}
      </button>
      <button type="button" className="btn" onClick={onClose}>
        {words.metrics.cancel}
      </button>
      <p role="alert" className={look["bad"]}>
        {error !== null && sentenceOf(error)}
      </p>
    </form>
  )
}

/** useRemove removes a metric without values; the removal of a metric of all projects can be undone. */
const useRemove = ({ category, key, label, project_id, unit, value_type }: Metric) => {
  const { project } = useProject()
  const { act, busy } = useAct(key)
  const makeAgain = async () => {
    await makeMetric({ key, value_type, label, unit, category })
    await rereadMetrics(project.id)
  }
  const remove = () =>
    act(async () => {
      if (project_id === null) await removeMetric(key)
      else await removeOwnMetric(project.id, key)
      await rereadMetrics(project.id)
      toast(
        words.metrics.removed({ key, isListedAgain: project_id !== null }),
        "good",
        project_id === null ? () => act(makeAgain) : null
      )
    })
  return { busy, remove }
}

interface RowProps {
  readonly of: Metric
  /** the address names this metric */
  readonly chosen: boolean
}

/** A row of the list of metrics. */
export const Row = ({ chosen, of }: RowProps) => {
  const { may, me } = useProject()
  const isOwn = of.project_id !== null
  const mayChange = isOwn ? may("project:write") : me.server_admin
  // a link to a metric without a definition opens its form
  const [open, setOpen] = useState(chosen && !of.defined && mayChange)
  const { busy, remove } = useRemove(of)
  return (
    <li className={look["metric"]}>
      <div className={look["what"]}>
        <code className="mono">{of.key}</code>{" "}
        {of.label !== null && (
          <b>
            <bdi>{of.label}</bdi>
          </b>
        )}
        {!of.defined && <span className="chip late">{words.metrics.notDefined}</span>}
      </div>
      <p className="soft">
        {words.metrics.about({
          type: words.metrics.valueTypes[of.value_type],
          unit: of.unit,
          category: of.category,
          isForAll: !isOwn
        })}
      </p>
      {!open && mayChange && (
        <span className={look["acts"]}>
          <button
            className="btn small"
            aria-label={(of.defined ? words.metrics.changeOne : words.metrics.defineOne)({ key: of.key })}
            onClick={() => setOpen(true)}
          >
            {of.defined ? words.metrics.change : words.metrics.define}
          </button>
          <button
            className="btn small icon"
            aria-label={words.metrics.removeOne({ key: of.key })}
            disabled={busy}
            onClick={remove}
          >
            <Icon name="x" size={13} />
          </button>
        </span>
      )}
      {!of.defined && !may("project:write") && <MissingPermission permission="project:write" />}
      {open && <Form of={of} onClose={() => setOpen(false)} />}
    </li>
  )
}
