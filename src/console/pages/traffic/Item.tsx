// One received item: its payload, its outcome, why, and what to do.
import { remedyText } from "../../design/remedyText.ts"
import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import type { Arrival } from "../../data/traffic.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import { Decoded } from "../traces/Decoded.tsx"
import { Payload } from "../traces/Payload.tsx"
import look from "./traffic.module.css"
import { became } from "./words.ts"

const tones = { accepted: "on", duplicate: "", rejected: "bad", unassigned: "late" } as const

/** The detail of an item. */
export const Item = ({ of }: { readonly of: Arrival | null }) => {
  const { project, zone } = useProject()
  if (of === null) return null
  const slug = project.slug
  const text = words.traffic.item
  return (
    <aside className={`panel ${look["item"]}`} aria-label={text.label}>
      <header className={look["head"]}>
        <h2>{of.entity_name ?? of.device_name ?? of.external_id ?? of.data_source_name}</h2>
        <span className="soft num">{inZone(of.received_at, zone, "full")}</span>
        <span className={`chip ${tones[of.status]}`}>{became(of.status)}</span>
      </header>
      {(of.detail !== null || of.remedy !== null) && (
        <p className={look["why"]}>
          {of.code !== null && <code className="mono">{of.code}</code>} {of.detail}{" "}
          {of.remedy !== null && <b>{remedyText(of.remedy, of.code)}</b>}
        </p>
      )}
      {of.payload != null && <Payload of={of.payload} marked={of.pointer} />}
      {of.decoded !== undefined && of.decoded.length > 0 && (
        <Decoded of={of.decoded} notRead={of.not_read ?? []} marked={of.pointer} />
      )}
      <footer className={look["acts"]}>
        {of.entity_id !== null && (
          <Link className="btn" to="/p/$slug/animals/$entity" params={{ slug, entity: of.entity_id }}>
            {of.entity_name === null ? text.openEntity : text.open({ name: of.entity_name })}
          </Link>
        )}
        {of.device_id !== null && (
          <Link className="btn" to="/p/$slug/operate/devices/$device" params={{ slug, device: of.device_id }}>
            {text.openDevice}
          </Link>
        )}
        {of.trace_id !== null && (
          <Link
            className="btn primary"
            to="/p/$slug/operate/traces/$trace"
            params={{ slug, trace: of.trace_id }}
          >
            {text.openTrace}
          </Link>
        )}
      </footer>
    </aside>
  )
}
