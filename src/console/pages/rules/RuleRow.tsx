// One rule as a row: its switch, its sentence, its events of seven days, its state.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { words } from "../../../words/language.ts"
import { ruleSentence } from "./ruleSentence.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { isObject } from "../bench/document.ts"
import { Steps } from "../event/Steps.tsx"
import { Menu } from "../../design/Menu.tsx"
import { Severity } from "../../design/marks/Severity.tsx"
import { severityOf } from "../../design/marks/severities.ts"
import type { ListedRule } from "../../data/rules.ts"
import { tracePage } from "../../data/traces.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { useProject } from "../../shell/useProject.ts"
import type { useRuleActs } from "../../shell/useRuleActs.ts"
import { Ago } from "../../time/Ago.tsx"
import { inZone } from "../../time/zoneTime.ts"
import { FiringSpark } from "./FiringSpark.tsx"
import { Switch } from "./Switch.tsx"
import look from "./rules.module.css"

interface RuleRowProps {
  readonly of: ListedRule
  readonly isArchived: boolean
  readonly isChosen: boolean
  readonly acts: ReturnType<typeof useRuleActs>
  readonly onChoose: () => void
  readonly onSwitch: (on: boolean) => void
}

const eventOf = ({ document }: ListedRule): Readonly<Record<string, unknown>> => {
  const event = document["event"]
  return isObject(event) ? event : {}
}

/** The trace of the rule's failure, step by step, read on request. */
const FailureTrace = ({ id }: { readonly id: string }) => {
  const { data, error } = useQuery(tracePage(id))
  if (error !== null) return <p>{sentenceOf(error)}</p>
  if (data === undefined) return <p className="faint">{words.rules.row.loadingTrace}</p>
  return <Steps event={null} trace={data} />
}

/** The rule's sentence; after a failure the error replaces it. */
const Says = ({ isArchived, of }: Pick<RuleRowProps, "isArchived" | "of">) => {
  const { project, zone } = useProject()
  const { current_version, id, latest_version, name, last_error, last_error_at } = of
  const parts = ruleSentence(of) ?? []
  return (
    <div className={look["says"]}>
      <p>
        {isArchived ? (
          <bdi className={look["title"]}>{name}</bdi>
        ) : (
          <Link className={look["title"]} to="/p/$slug/rules/$rule" params={{ slug: project.slug, rule: id }}>
            <bdi>{name}</bdi>
          </Link>
        )}{" "}
        <span className="faint num">
          v{current_version}
          {latest_version !== current_version &&
            `, ${words.rules.row.newerDraft({ version: latest_version })}`}
        </span>
      </p>
      {last_error === null ? (
        <p className={look["sentence"]}>
          {parts.map(({ strong, text }, i) => {
            // parts of a sentence have no id but their position
            const key = `${i} ${text}`
            return strong ? <b key={key}>{text}</b> : <span key={key}>{text}</span>
          })}
        </p>
      ) : (
        <p className={look["error"]}>
          {last_error}
          {last_error_at !== null && <span className="num">, {inZone(last_error_at, zone, "dayClock")}</span>}
        </p>
      )}
    </div>
  )
}

const State = ({
  children,
  isArchived,
  of
}: Pick<RuleRowProps, "isArchived" | "of"> & { readonly children: ReactNode }) => {
  const { zone } = useProject()
  const { active_count, enabled, last_error, snoozes } = of
  const { create_alert, severity } = eventOf(of)
  const first = snoozes?.first[0]
  return (
    <div className={look["state"]}>
      {snoozes !== undefined && snoozes.count > 0 && (
        <span
          className="chip"
          title={snoozes.first
            .map(({ name, until }) =>
              words.rules.row.snoozed({
                name: name ?? words.rules.filter.unknown,
                until: inZone(until, zone, "full")
              })
            )
            .join("\n")}
        >
          {words.rules.row.snoozes({
            count: snoozes.count,
            first:
              first === undefined
                ? null
                : {
                    name: first.name ?? words.rules.filter.unknown,
                    until: inZone(first.until, zone, "dayClock")
                  }
          })}
        </span>
      )}
      {last_error !== null && <b className={look["failed"]}>{words.rules.row.failed}</b>}
      {active_count > 0 ? (
        <b data-severity={severityOf(severity)} className={look["active"]}>
          {words.rules.row.active({ count: active_count })}
        </b>
      ) : (
        <span className="faint">
          {isArchived
            ? words.rules.row.archived
            : !enabled
              ? words.rules.row.off
              : create_alert === true
                ? words.rules.row.active({ count: 0 })
                : words.rules.row.noAlerts}
        </span>
      )}
      {children}
    </div>
  )
}

/** A row of the list of rules. */
export const RuleRow = ({ acts, isArchived, isChosen, of, onChoose, onSwitch }: RuleRowProps) => {
  const [isOpen, setOpen] = useState(false)
  const { may, zone } = useProject()
  const { days, enabled, last_error, last_fired_at, last_fired_subject, name } = of
  const { create_alert, severity } = eventOf(of)
  const trace = last_error === null ? null : (of.last_error_trace_id ?? null)
  const total = days?.reduce((sum, one) => sum + one.events, 0)
  return (
    <li
      className={look["row"]}
      data-chosen={isChosen}
      data-failed={last_error !== null}
      data-off={!enabled}
      onFocus={onChoose}
    >
      {isArchived ? (
        <span />
      ) : (
        <Switch name={name} isOn={enabled} isAllowed={may("rules:write")} onChange={onSwitch} />
      )}
      <Severity of={severityOf(severity)} />
      <Says of={of} isArchived={isArchived} />
      <span className={`num ${look["covers"]}`}>
        {of.covers ?? "–"}
        <span className="hidden"> {words.rules.row.covered}</span>
      </span>
      <FiringSpark of={of} isAlert={create_alert === true} severity={severityOf(severity)} />
      <b className={`num ${look["total"]}`}>
        {total ?? "–"}
        <span className="hidden"> {words.rules.row.inSevenDays}</span>
      </b>
      <div className={look["last"]}>
        {last_fired_at === null ? (
          <span className="faint">{words.rules.row.neverFired}</span>
        ) : (
          <>
            <Ago at={last_fired_at} zone={zone} />
            <bdi className="faint">{last_fired_subject?.name ?? ""}</bdi>
          </>
        )}
      </div>
      <State of={of} isArchived={isArchived}>
        {trace !== null &&
          (may("traces:read") ? (
            <button
              type="button"
              className="btn small"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? words.rules.row.closeTrace : words.rules.row.openTrace}
            </button>
          ) : (
            <MissingPermission what={words.rules.denied.trace} permission="traces:read" />
          ))}
        {may("rules:write") && (
          <Menu label={words.common.rule.more({ name })}>
            <button onClick={() => acts.duplicate(of)}>{words.common.rule.duplicate}</button>
            <button onClick={() => void (isArchived ? acts.restore(of) : acts.archive(of))}>
              {isArchived ? words.common.rule.restore : words.common.rule.archive}
            </button>
          </Menu>
        )}
      </State>
      {isOpen && trace !== null && (
        <div className={look["trace"]}>
          <FailureTrace id={trace} />
        </div>
      )}
    </li>
  )
}
