// The status of the service for this project: one figure per part, problems highlighted.
import { useQuery } from "@tanstack/react-query"
import { words } from "../../../words/language.ts"
import { type Status, status } from "../../data/attention.ts"
import { numberText } from "../../design/numbers.ts"
import { around } from "../../data/session.ts"
import { useProject } from "../../shell/useProject.ts"
import { useNow } from "../../time/useNow.ts"
import { lasting } from "../../time/zoneTime.ts"
import look from "./strip.module.css"

interface CellProps {
  readonly name: string
  readonly figure: string
  readonly about: string
  readonly isWrong?: boolean
}

const Cell = ({ about, figure, isWrong = false, name }: CellProps) => (
  <div data-wrong={isWrong}>
    <dt>{name}</dt>
    <dd>
      <b className="num">{figure}</b>
      <span className="soft">{about}</span>
    </dd>
  </div>
)

/** Formats a delay: `0.2 s`, `41 s`, `7 min 12 s`. */
const behind = (seconds: number): string => (seconds < 10 ? `${numberText(seconds)} s` : lasting(seconds))

const analysesOf = ({ heartbeat_age_seconds: age, queued }: Status["analyses"]): CellProps => ({
  name: words.operate.service.analyses,
  figure:
    queued === null ? words.operate.service.queueUnknown : words.operate.service.waiting({ count: queued }),
  about:
    age === null
      ? words.operate.service.workerNotSeen
      : words.operate.service.workerSeen({ span: behind(Math.round(age)) })
})

/** The strip of figures. */
export const StatusStrip = () => {
  const { project } = useProject()
  const { data } = useQuery({ ...status(project.id), ...around })
  if (data === undefined) return null
  const { analyses, rule_lag_seconds: lag, silent_roles: silent } = data
  const { allRun, allRunAbout, silentAbout } = words.operate.service
  return (
    <dl className={look["strip"]} aria-label={words.operate.service.title}>
      <Cell
        name={words.operate.service.rulesBehind}
        figure={behind(lag)}
        about={words.operate.service.rulesBehindAbout}
      />
      <Cell
        name={words.operate.service.parts}
        figure={silent.length === 0 ? allRun : words.operate.service.silent({ roles: silent })}
        about={silent.length === 0 ? allRunAbout : silentAbout}
        isWrong={silent.length > 0}
      />
      <Cell {...analysesOf(analyses)} />
    </dl>
  )
}

const tones = { ok: "on", degraded: "late", failing: "bad" } as const

/** The status in one word with its age, at the right of the header. */
export const StatusChip = () => {
  const { project } = useProject()
  const { data, dataUpdatedAt } = useQuery({ ...status(project.id), ...around })
  const now = useNow()
  return data === undefined ? null : (
    <>
      <span className={`chip ${tones[data.status]}`}>{words.operate.service.status[data.status]}</span>
      <span className="soft num">
        {words.operate.service.looked({ span: lasting((now - dataUpdatedAt) / 1000) })}
      </span>
    </>
  )
}
