// The answer of one rule: the first condition that was not met, and all values it read.
import { Link } from "@tanstack/react-router"
import { type ReactNode, useEffect, useRef } from "react"
import { words } from "../../../words/language.ts"
import type { ExplainedRule } from "../../data/evidence.ts"
import { amountOf, limitOf, unitOf } from "../../design/Figure.tsx"
import { exactText, signOf } from "../../design/numbers.ts"
import { Parts } from "../../design/Parts.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { Readings } from "../../design/Readings.tsx"
import { serverText } from "../../design/serverText.ts"
import { Severity } from "../../design/marks/Severity.tsx"
import { useProject } from "../../shell/useProject.ts"
import { inZone, lasting, span } from "../../time/zoneTime.ts"
import look from "./whynot.module.css"

/** The numeric condition that was not met; undefined: it was not numeric. */
const failingOf = ({ conditions, first_stop: stop }: ExplainedRule) =>
  conditions.find(
    ({ limit, op, path, truth, value }) =>
      path === stop?.path && truth === false && typeof value === "number" && limit !== null && op !== null
  )

/** The first condition that was not met, with the project's names and units; otherwise what the server says. */
const stopOf = (rule: ExplainedRule): string => {
  const { first_stop: stop, group } = rule
  if (stop === null) return group === "fired" ? words.whyNot.rule.fired : ""
  const failing = failingOf(rule)
  if (failing === undefined || typeof failing.value !== "number" || failing.op === null)
    return serverText(stop.detail, stop.detail_message)
  const { label, label_message, op, unit, value } = failing
  return words.whyNot.rule.unmet({
    figure: serverText(label, label_message),
    value: amountOf(value, unit, failing.limit),
    limit: `${signOf(op)} ${limitOf(failing)} ${unitOf(unit)}`
  })
}

/** The limit with which the rule would have fired, formatted; null: there is none. */
const proposedOf = ({ conditions, nearest }: ExplainedRule): string | null => {
  if (nearest === null) return null
  const unit = conditions.find(({ path }) => path === nearest.path)?.unit ?? null
  // unrounded: a rounded limit might not be met
  return unit === "s" ? lasting(nearest.limit) : `${exactText(nearest.limit)} ${unit ?? ""}`.trim()
}

const DAY = 86_400_000

interface RuleAnswerProps {
  readonly of: ExplainedRule
  readonly at: number
  /** the keys act on it */
  readonly chosen: boolean
  readonly open: boolean
  readonly onChoose: () => void
  readonly onOpen: (to: boolean) => void
}

/** The answer of one rule. */
export const RuleAnswer = ({ at, chosen, of, onChoose, onOpen, open }: RuleAnswerProps) => {
  const { project, zone } = useProject()
  const {
    conditions,
    done_share: done,
    first_stop: stop,
    group,
    nearest,
    rule,
    version,
    waits_until: until
  } = of
  const proposed = proposedOf(of)
  const row = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: "nearest" })
  }, [chosen])
  return (
    <details ref={row} className={look["rule"]} data-chosen={chosen} data-rule={rule.id} open={open}>
      <summary
        onClick={(event) => {
          event.preventDefault() // the page controls whether it is open
          onChoose()
          onOpen(row.current?.open !== true)
        }}
      >
        <Severity of={rule.severity} />
        <span>
          <bdi className="strong">{rule.name}</bdi> <span className="faint">v{version}</span>
          <span className={`soft ${look["stop"]}`} data-read={failingOf(of) !== undefined}>
            {stopOf(of)}
          </span>
        </span>
        {stop !== null && <span className="code">{stop.code}</span>}
        <Icon name="chev" size={14} />
      </summary>
      {until !== null && (
        <p className={look["wait"]}>
          <progress max={1} value={done ?? 0} aria-label={words.whyNot.rule.wait} />
          {words.whyNot.rule.willFire({
            time: inZone(until, zone, Date.parse(until) - at < DAY / 2 ? "clock" : "dayClock"),
            span: span((Date.parse(until) - at) / 1000)
          })}
        </p>
      )}
      <Readings of={conditions} stop={stop?.path ?? null} />
      {nearest !== null && (
        <p className={look["nearest"]}>
          <Parts
            of={words.whyNot.rule.withLimit<ReactNode>({
              limit: <b className="num">{proposed}</b>,
              time: nearest.would_fire_at === null ? null : inZone(nearest.would_fire_at, zone, "dayClock")
            })}
          />
        </p>
      )}
      {(group === "near" || group === "waiting") && (
        <p className={look["way"]}>
          <Link
            className="btn small"
            to="/p/$slug/rules/$rule"
            params={{ slug: project.slug, rule: rule.id }}
            search={nearest === null ? {} : { try: String(nearest.limit), of: nearest.path }}
          >
            {words.whyNot.rule.tryOnBench({ limit: proposed })}
          </Link>
        </p>
      )}
    </details>
  )
}
