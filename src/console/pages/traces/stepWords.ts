// The steps of a trace in words.
import { words } from "../../../words/language.ts"
import { fixedText } from "../../design/numbers.ts"
import { capital } from "../../shell/words.ts"
import { span } from "../../time/zoneTime.ts"

/** A duration of a step: `0.4 ms`, `1.2 s`, `3 min`. */
export const took = (ms: number): string =>
  ms < 1000
    ? `${ms < 10 ? fixedText(ms, 1) : Math.round(ms)} ms`
    : ms < 60_000
      ? `${fixedText(ms / 1000, 1)} s`
      : span(ms / 1000)

/** The label of a step; a step without a label shows its own name. */
export const stepName = (name: string): string => {
  const labels: Readonly<Record<string, string>> = words.traces.steps
  return labels[name] ?? capital(name.replaceAll("_", " "))
}

/** The label of a failed step. */
export const failureName = (name: string): string =>
  name === "accept" ? words.traces.refused : words.traces.failedStep({ step: stepName(name) })

/** A detail as text, complete. */
export const detailText = (detail: unknown): string =>
  typeof detail === "string" ? detail : detail == null ? "" : JSON.stringify(detail, null, 2)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A member of a detail as text; null: it has none. */
export const said = (detail: unknown, member: string): string | null => {
  const value = isRecord(detail) ? detail[member] : undefined
  return typeof value === "string" && value !== "" ? value : null
}

/** Members that are left out of a line: they mean nothing to a reader, or are shown elsewhere. */
const UNSAID: ReadonlySet<string> = new Set(["code", "id", "remedy", "data_source_id", "member", "severity"])

/** A detail in one line: the error, or its short members. */
export const detailLine = (detail: unknown): string => {
  if (!isRecord(detail)) return detailText(detail)
  const error = said(detail, "error") ?? said(detail, "detail") ?? said(detail, "title")
  if (error !== null) return error
  return Object.entries(detail)
    .filter(([name, value]) => !UNSAID.has(name) && value !== null && typeof value !== "object")
    .map(([name, value]) => `${name.replaceAll("_", " ")} ${String(value)}`)
    .join(", ")
}
