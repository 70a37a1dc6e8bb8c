// The status of the service for this project: one figure per part, problems highlighted.
import { useQuery } from "@tanstack/react-query"
import { type Status, status } from "../../data/attention.ts"
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
const behind = (seconds: number): string => (seconds < 10 ? `${seconds} s` : lasting(seconds))

const analysesOf = ({ heartbeat_age_seconds: age, queued }: Status["analyses"]): CellProps => ({
  name: "Analyses",
  figure:
    queued === null
      ? "not known"
      : queued === 0
        ? "none waits"
        : `${queued} ${queued === 1 ? "waits" : "wait"}`,
  about: age === null ? "no worker in the last day" : `worker seen ${behind(Math.round(age))} ago`
})

/** The strip of figures. */
export const StatusStrip = () => {
  const { project } = useProject()
  const { data } = useQuery({ ...status(project.id), ...around })
  if (data === undefined) return null
  const { analyses, rule_lag_seconds: lag, silent_roles: silent } = data
  return (
    <dl className={look["strip"]} aria-label="The service">
      <Cell name="Rules behind" figure={behind(lag)} about="with what came in for this project" />
      <Cell
        name="Silent parts"
        figure={silent.length === 0 ? "none" : silent.join(", ")}
        about={silent.length === 0 ? "all say that they are alive" : "for more than half a minute"}
        isWrong={silent.length > 0}
      />
      <Cell {...analysesOf(analyses)} />
    </dl>
  )
}

const words = { ok: "well", degraded: "degraded", failing: "failing" } as const
const tones = { ok: "on", degraded: "late", failing: "bad" } as const

/** The status in one word with its age, at the right of the header. */
export const StatusChip = () => {
  const { project } = useProject()
  const { data, dataUpdatedAt } = useQuery({ ...status(project.id), ...around })
  const now = useNow()
  return data === undefined ? null : (
    <>
      <span className={`chip ${tones[data.status]}`}>service {words[data.status]}</span>
      <span className="soft num">looked {lasting((now - dataUpdatedAt) / 1000)} ago</span>
    </>
  )
}
