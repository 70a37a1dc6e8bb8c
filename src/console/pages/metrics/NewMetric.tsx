// Defines a metric for all projects, before or after its first value; for server admins.
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { codeOf, sentenceOf } from "../../data/api/Refused.ts"
import { Dialog } from "../../design/Dialog.tsx"
import { Text } from "../../design/kit.tsx"
import dialogs from "../../design/dialog.module.css"
import { TextField } from "../../design/form/TextField.tsx"
import { formText } from "../../design/form/formText.ts"
import { useForm } from "../../design/form/useForm.ts"
import type { Metric } from "../../data/projectMetrics.ts"
import { makeMetric, rereadMetrics } from "../../data/write/writeMetrics.ts"
import { toast } from "../../shell/toasts.ts"
import { useProject } from "../../shell/useProject.ts"
import { metricChange, MetricFields } from "./MetricFields.tsx"

type ValueType = Metric["value_type"]

const types: ReadonlyArray<ValueType> = ["number", "boolean", "text"]

const Form = ({ onClose }: { readonly onClose: () => void }) => {
  const { project } = useProject()
  const [type, setType] = useState<ValueType>("number")
  const { busy, error, mistakes, onSubmit } = useForm(async (data) => {
    const key = formText(data, "key").trim()
    await makeMetric({ key, value_type: type, ...metricChange(data) })
    await rereadMetrics(project.id)
    toast(words.metrics.definedForAll({ key }))
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="new-metric">{words.metrics.newTitle}</h2>
      <TextField
        label={words.metrics.key}
        name="key"
        required
        maxLength={64}
        placeholder="rumen_temperature_c"
        mistake={codeOf(error) === "KEY_TAKEN" ? sentenceOf(error) : mistakes.get("/key")}
      />
      <label className="field">
        {words.metrics.valueType}
        <select
          className="input"
          value={type}
          onChange={({ target }) => setType(types.find((one) => one === target.value) ?? "number")}
        >
          {types.map((one) => (
            <option key={one} value={one}>
              {words.metrics.valueTypes[one]}
            </option>
          ))}
        </select>
      </label>
      <MetricFields of={null} hasUnit={type === "number"} mistakes={mistakes} />
      <Text as="p" tone="bad" role="alert">
        {error !== null && sentenceOf(error)}
      </Text>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          {words.metrics.cancel}
        </button>
        <button className="btn primary" disabled={busy}>
          {words.metrics.define}
        </button>
      </footer>
    </form>
  )
}

interface NewMetricProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The dialog that defines a metric. */
export const NewMetric = ({ onClose, open }: NewMetricProps) => (
  <Dialog titleId="new-metric" open={open} onClose={onClose}>
    <Form onClose={onClose} />
  </Dialog>
)
