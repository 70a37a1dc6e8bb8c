// The analysis worker as its runs tell of it: how long ago it was heard of, and what it means that it is silent.
import { Link } from "@tanstack/react-router"
import { Card, flag, Push, Row, Text } from "../design/kit.tsx"
import { Icon } from "../look/Icon.tsx"
import { useProject } from "../shell/useProject.ts"
import { span } from "../time/zoneTime.ts"
import look from "./runs.module.css"

/** A worker that was not heard of for longer is silent; it beats every five seconds. */
const SILENT_SECONDS = 15

interface MinutesProps {
  /** how much of each of the last minutes it was heard of, oldest first */
  readonly of: ReadonlyArray<number>
}

const Minutes = ({ of }: MinutesProps) => (
  <span
    className={look["minutes"]}
    role="img"
    aria-label={`Heard of in ${of.filter((share) => share > 0).length} of the last ${of.length} minutes`}
  >
    {of.map((share, at) => (
      // a minute is where it stands
      // oxlint-disable-next-line react/no-array-index-key
      <i key={at} style={{ height: share === 0 ? 2 : `${share * 100}%` }} data-silent={flag(share === 0)} />
    ))}
  </span>
)

interface WorkerProps {
  /** since the worker was heard of; null: never; undefined: no run waits for it */
  readonly age: number | null | undefined
}

const isSilent = (age: number | null): boolean => age === null || age > SILENT_SECONDS

interface WorkerAgeProps extends WorkerProps {
  readonly minutes?: MinutesProps["of"] | undefined
}

/**
 * WorkerAge is how long ago the worker was heard of, and how it was in the last minutes, for the head of a
 * page.
 */
export const WorkerAge = ({ age, minutes }: WorkerAgeProps) =>
  age !== undefined && (
    <Row gap={4} keep>
      {minutes !== undefined && <Minutes of={minutes} />}
      <Text tone={isSilent(age) ? "late" : "soft"} strong={isSilent(age)} num>
        {age === null ? "worker never heard of" : `worker heard of ${span(age)} ago`}
      </Text>
    </Row>
  )

/** WorkerBanner says that the worker is silent and what goes on without it; while it is not there is none. */
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
          {age === null
            ? "No analysis worker was heard of yet."
            : `The analysis worker is silent for ${span(age)}.`}
        </Text>
        <Text>Runs go on when it comes back; maps, rules and alerts do not wait for it.</Text>
        <Push>
          <Link className="btn small" to="/p/$slug/operate/health" params={{ slug: project.slug }}>
            Open health
          </Link>
        </Push>
      </Row>
    </Card>
  )
}
