// The left side of the rule page: the rule as sentence and form, as JSON, or compared with another version.
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { Sentence as SaidRule } from "../../design/Sentence.tsx"
import type { KeptRule } from "../../data/rules.ts"
import { DiffPane } from "./json/DiffPane.tsx"
import { Segments } from "./form/fields.tsx"
import { JsonPane } from "./json/JsonPane.tsx"
import { RuleForm } from "./form/RuleForm.tsx"
import type { Story } from "./past/story.ts"
import { Tolerance } from "./past/Tolerance.tsx"
import type { Checked } from "./useCheck.ts"
import type { Draft } from "./useDraft.ts"
import look from "./bench.module.css"

/** Tab is a view of the rule. */
export type Tab = "form" | "json" | "diff"

interface RuleSideProps {
  readonly tab: Tab
  readonly onTab: (tab: Tab) => void
  readonly kept: KeptRule | null
  readonly draft: Draft
  readonly checked: Checked
  /** why it may be saved but not activated; null: no such reason */
  readonly obstacle: string | null
  readonly version: number | null
  readonly onVersion: (version: number) => void
  readonly drawn: string | null
  readonly onDraw: (pointer: string) => void
  readonly story: Story | undefined
  readonly from: number
  readonly to: number
  readonly mayWrite: boolean
  readonly onRollBack: (version: number) => void
  readonly conflict: ReactNode
}

/** RuleSide shows and edits the rule. */
export const RuleSide = (props: RuleSideProps) => {
  const { checked, conflict, draft, drawn, from, kept, mayWrite, obstacle, onDraw, onTab, onVersion } = props
  const { onRollBack, story, tab, to, version } = props
  const { covers, isTestable, isUnsaid, problems, sentence } = checked
  const tabs = [
    ["form", words.bench.side.form],
    ["json", words.bench.side.json],
    ...(kept === null
      ? []
      : [["diff", words.bench.side.diff({ version: version ?? kept.rule.current_version })] as const])
  ] as const
  return (
    <section className={look["side"]} aria-label={words.bench.side.label}>
      <div className={look["tabs"]}>
        <Segments name={words.bench.side.shownAs} value={tab} of={tabs} onChange={onTab} />
      </div>
      {conflict}
      {sentence !== null && tab !== "diff" && (
        <div className={look["say"]}>
          <SaidRule parts={sentence} />
          {isUnsaid && <p className="faint">{words.bench.side.sentenceBefore}</p>}
        </div>
      )}
      {obstacle !== null && <p className={look["obstacle"]}>{obstacle}</p>}
      {tab === "form" && (
        <div className={look["form"]}>
          <RuleForm
            document={draft.document}
            problems={problems}
            covers={covers}
            drawn={drawn}
            story={story}
            from={from}
            to={to}
            onChange={draft.change}
            onDraw={onDraw}
            onJson={() => onTab("json")}
          />
          <Tolerance document={draft.document} from={from} to={to} isDisabled={!isTestable} />
        </div>
      )}
      {tab === "json" && (
        <JsonPane
          document={draft.document}
          broken={draft.broken}
          problems={problems}
          onText={(text, document) => (document === null ? draft.breakOff(text) : draft.change(document))}
        />
      )}
      {tab === "diff" && kept !== null && (
        <DiffPane
          kept={kept}
          document={draft.document}
          version={version ?? kept.rule.current_version}
          mayWrite={mayWrite}
          onVersion={onVersion}
          onUse={draft.change}
          onRollBack={onRollBack}
        />
      )}
    </section>
  )
}
