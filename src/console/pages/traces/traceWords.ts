// The subject of a trace in a few words.
import { words } from "../../../words/language.ts"
import type { Trace, TracePage } from "../../data/traces.ts"

type Kind = Trace["kind"]

/** The label of a kind of trace. */
export const kindWord = (kind: Kind): string => words.traces.kinds[kind]
/** The kinds of traces to filter by. */
export const kinds: ReadonlyArray<Kind> = [
  "ingest",
  "rule",
  "delivery",
  "attribution",
  "curation",
  "analysis",
  "export",
  "system"
]

/** The outcomes to filter by. */
export const statuses: ReadonlyArray<Trace["status"]> = ["ok", "failed", "skipped", "duplicate"]
/** The label of an outcome. */
export const statusWord = (status: Trace["status"]): string => words.traces.status[status]

/** The title of a trace: `Report of Collar 0303`, `Rule Low battery for Cow 12`. */
export const titleOf = ({
  data_source_name: source,
  device_name: device,
  entity_name: entity,
  kind,
  rule_name: rule
}: Trace | TracePage): string => {
  const whose = kind === "ingest" || kind === "attribution" ? (device ?? entity) : (entity ?? device)
  if (kind === "rule") return words.traces.titleOfRule({ rule, of: whose })
  const of = whose ?? (kind === "delivery" ? rule : source)
  return of === null ? kindWord(kind) : words.traces.titleOf({ kind: kindWord(kind), of })
}
