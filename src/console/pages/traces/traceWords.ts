// The subject of a trace in a few words.
import type { Trace, TracePage } from "../../data/traces.ts"

type Kind = Trace["kind"]

const KINDS: Readonly<Record<Kind, string>> = {
  ingest: "Report",
  rule: "Rule",
  attribution: "Attribution",
  export: "Export",
  curation: "Curation",
  delivery: "Message",
  analysis: "Analysis",
  system: "Service"
}

/** The label of a kind of trace. */
export const kindWord = (kind: Kind): string => KINDS[kind]
/** The kinds of traces to filter by, with their labels. */
export const kinds: ReadonlyArray<readonly [Kind, string]> = [
  ["ingest", "Reports"],
  ["rule", "Rules"],
  ["delivery", "Messages"],
  ["attribution", "Attributions"],
  ["curation", "Curations"],
  ["analysis", "Analyses"],
  ["export", "Exports"],
  ["system", "Service"]
]

/** The outcomes to filter by, with their labels. */
export const statuses: ReadonlyArray<readonly [Trace["status"], string]> = [
  ["ok", "Well"],
  ["failed", "Failed"],
  ["skipped", "Left out"],
  ["duplicate", "Known"]
]
/** The label of an outcome. */
export const statusWord = (status: Trace["status"]): string =>
  (statuses.find(([one]) => one === status)?.[1] ?? status).toLowerCase()

/** The title of a trace: `Report of Collar 0303`, `Rule Low battery for Cow 12`. */
export const titleOf = ({
  data_source_name: source,
  device_name: device,
  entity_name: entity,
  kind,
  rule_name: rule
}: Trace | TracePage): string => {
  const whose = kind === "ingest" || kind === "attribution" ? (device ?? entity) : (entity ?? device)
  if (kind === "rule")
    return [`Rule ${rule ?? "that is gone"}`, ...(whose === null ? [] : [whose])].join(" for ")
  const of = whose ?? (kind === "delivery" ? rule : source)
  return of === null ? kindWord(kind) : `${kindWord(kind)} of ${of}`
}
