// The form fields of a metric: label, unit, category.
import { words } from "../../../words/language.ts"
import { TextField } from "../../design/form/TextField.tsx"
import { formText } from "../../design/form/formText.ts"
import type { Metric } from "../../data/projectMetrics.ts"
import type { MetricChange } from "../../data/write/writeMetrics.ts"

/** Usual categories; any other text is allowed. */
const CATEGORIES = ["environment", "health", "motion", "power", "radio", "vehicle"]

interface MetricFieldsProps {
  /** null: a new metric */
  readonly of: Metric | null
  /** whether the metric is numeric: only numbers have a unit */
  readonly hasUnit: boolean
  readonly mistakes: ReadonlyMap<string, string>
}

/** metricChange reads the form's fields; an empty field becomes null. */
export const metricChange = (data: FormData) => {
  const said = (name: string) => formText(data, name).trim() || null
  return { label: said("label"), unit: said("unit"), category: said("category") } satisfies MetricChange
}

/** The fields of a metric. */
export const MetricFields = ({ hasUnit, mistakes, of }: MetricFieldsProps) => (
  <>
    <TextField
      label={words.metrics.fields.label}
      name="label"
      autoFocus={of !== null}
      maxLength={200}
      defaultValue={of?.label ?? ""}
      mistake={mistakes.get("/label")}
    />
    {hasUnit && (
      <TextField
        label={words.metrics.fields.unit}
        name="unit"
        maxLength={200}
        defaultValue={of?.unit ?? ""}
        mistake={mistakes.get("/unit")}
      />
    )}
    <TextField
      label={words.metrics.fields.category}
      name="category"
      list="metric-categories"
      maxLength={200}
      defaultValue={of?.category ?? ""}
      mistake={mistakes.get("/category")}
    />
    <datalist id="metric-categories">
      {CATEGORIES.map((one) => (
        <option key={one} value={one} />
      ))}
    </datalist>
  </>
)
