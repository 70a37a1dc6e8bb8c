// The analysis worker as its runs report it: time since its last heartbeat, and the consequences when it is silent.
import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { Card, flag, Push, Row, Text } from "../../design/kit.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { useProject } from "../../shell/useProject.ts"
import { span } from "../../time/zoneTime.ts"
import look from "./runs.module.css"

/** A worker without a heartbeat for this long is silent; it sends one every five seconds. */
const SILENT_SECONDS = 15

interface MinutesProps {
  /** share of each of the last minutes with heartbeats, oldest first */
  readonly of: ReadonlyArray<number>
}

const Minutes = ({ of }: MinutesProps) => (
  <span
    className={look["minutes"]}
    role="img"
    aria-label={words.analyses.worker.minutes({
      seen: of.filter((share) => share > 0).length,
      all: of.length
    })}
  >
    {of.map((share, at) => (
      // the index identifies the minute
      // oxlint-disable-next-line react/no-array-index-key
      <i key={at} style={{ height: share === 0 ? 2 : `${share * 100}%` }} data-silent={flag(share === 0)} />
    ))}
  </span>
)

interface WorkerProps {
  /** seconds since the last heartbeat; null: there was none; undefined: no run waits for the worker */
  readonly age: number | null | undefined
}

const isSilent = (age: number | null): boolean => age === null || age > SILENT_SECONDS

interface WorkerAgeProps extends WorkerProps {
  readonly minutes?: MinutesProps["of"] | undefined
}

/** WorkerAge shows the time since the last heartbeat and the last minutes, in the head of a page. */
export const WorkerAge = ({ age, minutes }: WorkerAgeProps) =>
  age !== undefined && (
    <Row gap={4} keep>
      {minutes !== undefined && <Minutes of={minutes} />}
      <Text tone={isSilent(age) ? "late" : "soft"} strong={isSilent(age)} num>
        {age === null ? words.analyses.worker.neverSeen : words.analyses.worker.seen({ time: span(age) })}
      </Text>
    </Row>
  )

/** WorkerBanner warns that the worker is silent and says what works without it; nothing otherwise. */
export const WorkerBanner = ({ age }: WorkerProps) => {
  const { project } = useProject()
  if (age === undefined || !isSilent(age)) return null
  return (
    <Card tone="late">
      <Row pad>
        <Text tone="late">
          <Icon name="warn" size={17} />
        </Text>
        <Text as="b" role="status">
          {age === null ? words.analyses.worker.never : words.analyses.worker.silent({ time: span(age) })}
        </Text>
        <Text>{words.analyses.worker.effect}</Text>
        <Push>
          <Link className="btn small" to="/p/$slug/operate/health" params={{ slug: project.slug }}>
            {words.analyses.worker.openHealth}
          </Link>
        </Push>
      </Row>
    </Card>
  )
}
