// The changes of the draft against a saved version, and a button that restores that version.
import { words } from "../../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { type KeptRule, type RuleVersion, versions } from "../../../data/rules.ts"
import { useProject } from "../../../shell/useProject.ts"
import { inZone } from "../../../time/zoneTime.ts"
import { type JsonObject, pretty } from "../document.ts"
import { Choice } from "../form/fields.tsx"
import { lineDiff } from "./lineDiff.ts"
import look from "./diff.module.css"

interface DiffPaneProps {
  readonly kept: KeptRule
  readonly document: JsonObject
  readonly version: number
  readonly mayWrite: boolean
  readonly onVersion: (version: number) => void
  readonly onUse: (document: JsonObject) => void
  readonly onRollBack: (version: number) => void
}

const SIGNS = { same: " ", added: "+", removed: "−" } as const

/** Returns `v3, 12 May, Mia Lund, 214 events`. */
const versionText = (one: RuleVersion, zone: string): string =>
  words.bench.diff.saved({
    version: one.version,
    day: inZone(one.created_at, zone, "day"),
    who: one.created_by_user?.name ?? null,
    events: one.events
  })

/** DiffPane compares the draft with a saved version. */
export const DiffPane = (props: DiffPaneProps) => {
  const { document, kept, mayWrite, onRollBack, onUse, onVersion, version } = props
  const { project, zone } = useProject()
  const { data: all = [] } = useQuery(versions(project.id, kept.rule.id))
  const chosen = all.find((one) => one.version === version) ?? all[0]
  if (chosen === undefined) return <p className={look["none"]}>{words.bench.diff.loading}</p>
  const before: JsonObject = chosen.document
  const lines = lineDiff(pretty(before), pretty(document))
  const changed = lines.filter(({ kind }) => kind !== "same").length
  return (
    <div className={look["pane"]}>
      <div className={look["tools"]}>
        <Choice
          name={words.bench.diff.version}
          value={String(chosen.version)}
          of={all.map((one) => [String(one.version), versionText(one, zone)])}
          onChange={(next) => onVersion(Number(next))}
        />
        <span className="faint num">{words.bench.diff.lines({ count: changed })}</span>
      </div>
      {!chosen.runnable && (
        <p className={look["none"]}>{words.bench.diff.reserved({ version: chosen.version })}</p>
      )}
      <ol className={look["lines"]}>
        {lines.map(({ kind, text }, i) => (
          // the index identifies a line
          // oxlint-disable-next-line react/no-array-index-key
          <li key={i} data-kind={kind}>
            <span aria-hidden="true">{SIGNS[kind]}</span>
            <span className="hidden">{kind === "same" ? "" : words.bench.diff[kind]}</span>
            <code>{text}</code>
          </li>
        ))}
      </ol>
      <div className={look["tools"]}>
        <button type="button" className="btn small" disabled={changed === 0} onClick={() => onUse(before)}>
          {words.bench.diff.makeDraft({ version: chosen.version })}
        </button>
        {mayWrite && chosen.version !== kept.rule.current_version && chosen.runnable && (
          <button type="button" className="btn small" onClick={() => onRollBack(chosen.version)}>
            {words.bench.diff.putInForce({ version: chosen.version })}
          </button>
        )}
      </div>
    </div>
  )
}
