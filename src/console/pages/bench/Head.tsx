// The head of the rule page: name, versions, size of the test, actions.
import { words } from "../../../words/language.ts"
import { Link, useNavigate } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { fixedText } from "../../design/numbers.ts"
import { Menu } from "../../design/Menu.tsx"
import { Parts } from "../../design/Parts.tsx"
import { Key } from "../../design/marks/Key.tsx"
import type { KeptRule } from "../../data/rules.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { Page } from "../../shell/Page.tsx"
import { useProject } from "../../shell/useProject.ts"
import { Ago } from "../../time/Ago.tsx"
import { useNow } from "../../time/useNow.ts"
import { isJustNow } from "../../time/zoneTime.ts"
import { useRuleActs } from "../../shell/useRuleActs.ts"
import type { Tested } from "./useTest.ts"
import type { Acts } from "./useSaving.ts"
import look from "./bench.module.css"

interface HeadProps {
  readonly kept: KeptRule | null
  readonly name: string
  /** another rule of the project has the name */
  readonly isSameName: boolean
  /** null: the name follows the sentence again */
  readonly onName: (name: string | null) => void
  /** number of the version that the draft is or will be; null: the first */
  readonly draft: number | null
  readonly isDirty: boolean
  readonly tested: Tested
  readonly acts: Acts
  readonly mayWrite: boolean
  /** why it cannot be activated as it is; null: it can */
  readonly obstacle: string | null
  readonly maySave: boolean
  /** state that activation resets, in words; null: none */
  readonly forgets: string | null
  /** events that the rule has made; null: unknown */
  readonly made: number | null
  readonly onDiscard: () => void
  readonly children: ReactNode
}

const Name = ({
  name,
  mayWrite,
  onName,
  onRename
}: {
  readonly name: string
  readonly mayWrite: boolean
  readonly onName: (name: string | null) => void
  readonly onRename: (name: string) => void
}) => {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <input
      className={look["name"]}
      aria-label={words.bench.head.name}
      value={typed ?? name}
      readOnly={!mayWrite}
      onChange={({ target }) => {
        setTyped(target.value)
        onName(target.value)
      }}
      onBlur={() => {
        if (typed !== null && typed.trim() !== "") onRename(typed.trim())
        else if (typed !== null) onName(null)
        setTyped(null)
      }}
      onKeyDown={({ currentTarget, key }) => {
        if (key === "Enter") currentTarget.blur()
      }}
    />
  )
}

const meterOf = ({ isRunning, progress: { rows }, result, seconds }: Tested): string | null => {
  const { read, tested, testing } = words.bench.head
  if (isRunning) return rows === 0 ? testing : read({ rows })
  if (result === null) return null
  return tested({ rows: result.rows_read, seconds: seconds === null ? null : fixedText(seconds, 1) })
}

const Chips = ({
  draft,
  isDirty,
  kept,
  made,
  onDiscard
}: Pick<HeadProps, "draft" | "isDirty" | "kept" | "made" | "onDiscard">) => {
  const { zone } = useProject()
  const now = useNow()
  if (kept === null) return <span className="chip">{words.bench.head.notSavedYet}</span>
  const { current_version, enabled, latest_version, updated_at, updated_by } = kept.rule
  return (
    <>
      <span className={`chip ${enabled ? "on" : ""}`}>
        {words.bench.head.state({ version: current_version, isOn: enabled })}
      </span>
      {(isDirty || latest_version !== current_version) && (
        <span className="chip">{words.bench.head.draft({ version: `v${draft}`, isSaved: !isDirty })}</span>
      )}
      {isDirty && (
        <button type="button" className="link" onClick={onDiscard}>
          {words.bench.head.discard}
        </button>
      )}
      <span className={`faint num ${look["edited"]}`}>
        <Parts
          of={words.bench.head.changed<ReactNode>({
            when: <Ago at={updated_at} zone={zone} />,
            isNow: isJustNow(updated_at, now),
            who: updated_by?.name == null ? null : <bdi>{updated_by.name}</bdi>,
            events: made
          })}
        />
      </span>
    </>
  )
}

const More = ({ of: { rule } }: { readonly of: KeptRule }) => {
  const { project } = useProject()
  const navigate = useNavigate()
  const { archive, duplicate } = useRuleActs()
  const putAway = async () => {
    if (await archive(rule)) await navigate({ to: "/p/$slug/rules", params: { slug: project.slug } })
  }
  return (
    <Menu label={words.common.rule.more({ name: rule.name })}>
      <button onClick={() => duplicate(rule)}>{words.common.rule.duplicate}</button>
      <button onClick={() => void putAway()}>{words.common.rule.archive}</button>
    </Menu>
  )
}

/** Head is the head of the rule page. */
export const Head = (props: HeadProps) => {
  const {
    acts,
    children,
    draft,
    forgets,
    isDirty,
    isSameName,
    kept,
    maySave,
    mayWrite,
    name,
    obstacle,
    onDiscard,
    onName,
    tested
  } = props
  const { project } = useProject()
  const isOn = kept !== null && kept.rule.enabled && kept.rule.current_version === draft && !isDirty
  const meter = meterOf(tested)
  return (
    <Page
      name={name}
      title={
        <span className={look["title"]}>
          <Link className={look["crumb"]} to="/p/$slug/rules" params={{ slug: project.slug }}>
            {words.bench.rules}
          </Link>
          <span className="faint">/</span>
          <Name name={name} mayWrite={mayWrite} onName={onName} onRename={acts.rename} />
        </span>
      }
      beside={
        <>
          <Chips draft={draft} isDirty={isDirty} kept={kept} made={props.made} onDiscard={onDiscard} />
          {isSameName && <span className="chip late">{words.bench.head.sameName}</span>}
        </>
      }
      acts={
        <>
          <span className={`faint num ${look["meter"]}`} role="status">
            {meter}
          </span>
          {!mayWrite && <MissingPermission what={words.bench.head.denied} permission="rules:write" />}
          {mayWrite && forgets !== null && <span className="chip late">{forgets}</span>}
          {mayWrite && (
            <button
              type="button"
              className="btn"
              disabled={!maySave || acts.isBusy}
              onClick={() => void acts.save()}
            >
              {words.bench.head.saveDraft} <Key of="⌘S" />
            </button>
          )}
          {mayWrite &&
            (isOn ? (
              <button type="button" className="btn" disabled={acts.isBusy} onClick={acts.disable}>
                {words.bench.head.switchOff}
              </button>
            ) : (
              <button
                type="button"
                className="btn primary"
                disabled={obstacle !== null || acts.isBusy}
                title={obstacle ?? undefined}
                onClick={() => void acts.enable()}
              >
                {draft === null
                  ? words.bench.head.enable
                  : words.bench.head.enableVersion({ version: draft })}{" "}
                <Key of="⌘↵" />
              </button>
            ))}
          {mayWrite && kept !== null && <More of={kept} />}
        </>
      }
    >
      {children}
    </Page>
  )
}
