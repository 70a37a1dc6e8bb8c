// Another member saved the rule while this page was open: who, when, and a link to their changes. Nothing is merged
// automatically.
import { useQuery } from "@tanstack/react-query"
import { rule as ruleQuery, type KeptRule } from "../../data/rules.ts"
import { useProject } from "../../shell/useProject.ts"
import { ago } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import type { Overtaken } from "./useSaving.ts"
import look from "./bench.module.css"

interface ConflictProps {
  /** details of the refused save; null: noticed before saving */
  readonly of: Overtaken | null
  readonly ruleId: string
  readonly onSee: (newest: KeptRule) => void
  /** discards the draft and shows the saved version */
  readonly onTake: (newest: KeptRule) => void
  /** keeps the draft, to be saved on top of the saved version */
  readonly onKeep: (newest: KeptRule) => void
}

/** Conflict reports a newer version of the rule and offers both ways out. */
export const Conflict = ({ of, onKeep, onSee, onTake, ruleId }: ConflictProps) => {
  const { project } = useProject()
  const now = useNow()
  const { data } = useQuery({ ...ruleQuery(project.id, ruleId), staleTime: 0, refetchOnMount: "always" })
  const at = of?.at ?? data?.rule.updated_at
  const when = at === undefined ? "" : ago(at, now) === "now" ? " just now" : ` ${ago(at, now)} ago`
  return (
    <div className={look["conflict"]} role="alert">
      <p>
        <b>v{data?.rule.latest_version ?? "…"} was saved</b>
        {when} by <bdi>{of?.by ?? data?.rule.updated_by?.name ?? "somebody else"}</bdi>. Yours is not saved
        yet.
      </p>
      {data !== undefined && (
        <div className="row">
          <button type="button" className="btn small" onClick={() => onSee(data)}>
            See the difference
          </button>
          <button type="button" className="btn small" onClick={() => onKeep(data)}>
            Keep mine as v{data.rule.latest_version + 1}
          </button>
          <button type="button" className="btn small" onClick={() => onTake(data)}>
            Take v{data.rule.latest_version}
          </button>
        </div>
      )}
    </div>
  )
}
