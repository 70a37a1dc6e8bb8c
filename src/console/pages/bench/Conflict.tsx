// Another member saved the rule while this page was open: who, when, and a link to their changes. Nothing is merged
// automatically.
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { rule as ruleQuery, type KeptRule } from "../../data/rules.ts"
import { Parts } from "../../design/Parts.tsx"
import { useProject } from "../../shell/useProject.ts"
import { ago, isJustNow } from "../../time/zoneTime.ts"
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
  const who = of?.by ?? data?.rule.updated_by?.name
  return (
    <div className={look["conflict"]} role="alert">
      <p>
        <Parts
          of={words.bench.conflict.saved<ReactNode>({
            version: <b>v{data?.rule.latest_version ?? "…"}</b>,
            ago: at === undefined ? null : ago(at, now),
            isNow: at !== undefined && isJustNow(at, now),
            who: who == null ? null : <bdi>{who}</bdi>
          })}
        />
      </p>
      {data !== undefined && (
        <div className="row">
          <button type="button" className="btn small" onClick={() => onSee(data)}>
            {words.bench.conflict.see}
          </button>
          <button type="button" className="btn small" onClick={() => onKeep(data)}>
            {words.bench.conflict.keep({ version: data.rule.latest_version + 1 })}
          </button>
          <button type="button" className="btn small" onClick={() => onTake(data)}>
            {words.bench.conflict.take({ version: data.rule.latest_version })}
          </button>
        </div>
      )}
    </div>
  )
}
