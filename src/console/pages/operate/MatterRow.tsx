// One issue: its severity, what it is, what to do about it, and the button for that.
import { Link } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { words } from "../../../words/language.ts"
import { Severity } from "../../design/marks/Severity.tsx"
import type { Matter } from "../../data/attention.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { useProject } from "../../shell/useProject.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import look from "./attention.module.css"
import { matterText } from "./matterText.ts"
import type { Mending } from "./mend.ts"

interface ActProps {
  readonly of: Matter
  readonly mending: Mending | null
  readonly chosen: boolean
}

/** Result is the result of an action, which stays in the row. */
export interface Result {
  readonly text: string
  /** epoch ms */
  readonly at: number
}

/** The button, or the permission that the user lacks for it. */
const Act = ({ chosen, mending, of, onRun }: ActProps & { readonly onRun: () => Promise<void> }) => {
  const { may } = useProject()
  const [busy, setBusy] = useState(false)
  if (mending === null || of.action === null) return null
  const { permission } = of.action
  if (!may(permission))
    return (
      <span className={look["lacks"]}>
        <MissingPermission permission={permission} />
      </span>
    )
  const kind = `btn ${chosen ? "primary" : ""}`
  // screen readers list buttons without context, so each label names its object
  const label = words.operate.issues.actionOn({
    action: mending.word,
    object: of.object.name ?? of.object.id
  })
  return "lead" in mending ? (
    <Link className={kind} aria-label={label} {...mending.lead}>
      {mending.word}
    </Link>
  ) : (
    <button
      type="button"
      className={kind}
      aria-label={label}
      disabled={busy}
      onClick={() => {
        setBusy(true)
        void onRun().finally(() => setBusy(false))
      }}
    >
      {mending.word}
    </button>
  )
}

interface RowProps extends ActProps {
  readonly result: Result | undefined
  readonly onChoose: () => void
  readonly onRun: () => Promise<void>
}

/** A row of the list of issues. */
export const MatterRow = ({ chosen, mending, of, onChoose, onRun, result }: RowProps) => {
  const { zone } = useProject()
  const now = useNow()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: "nearest" })
  }, [chosen])
  return (
    <li
      ref={row}
      className={look["matter"]}
      data-severity={of.severity}
      aria-current={chosen}
      onClick={onChoose}
      onFocus={onChoose}
    >
      <Severity of={of.severity} />
      <div className={look["what"]}>
        <h3>{matterText(of.detail, of.detail_message)}</h3>
        <p className="soft">{matterText(of.remedy, of.remedy_message)}</p>
        {result !== undefined && (
          <p role="status">
            {words.operate.issues.result({ text: result.text, time: inZone(result.at, zone, "clock") })}
          </p>
        )}
      </div>
      <div className={look["aside"]}>
        <time
          className="soft num"
          dateTime={of.since}
          title={words.operate.issues.since({ time: inZone(of.since, zone, "full"), zone })}
        >
          {span((now - Date.parse(of.since)) / 1000)}
        </time>
        <code className="code">{of.code}</code>
      </div>
      <div className={look["act"]}>
        <Act of={of} mending={mending} chosen={chosen} onRun={onRun} />
      </div>
    </li>
  )
}
