// Background jobs on a device's records: progress, outcome, and cancellation.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { words } from "../../../words/language.ts"
import { cancelJob, type Job, jobsOf, reattribute } from "../../data/device.ts"
import { latestOf } from "../../data/latest.ts"
import { numberText } from "../../design/numbers.ts"
import { queryClient } from "../../data/queryClient.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import look from "./device.module.css"

/** Kinds of records that a job counts. */
const KINDS = ["positions", "measurements", "states"] as const

const isOver = ({ status }: Job) => status !== "queued" && status !== "running"

/** Returns the counts of moved records in words. */
const changedTexts = ({ counts }: Job): ReadonlyArray<string> =>
  KINDS.flatMap((kind) => {
    const count = counts[kind] ?? 0
    return count > 0 ? [words.devices.jobs[kind]({ count })] : []
  })

interface RowProps {
  readonly of: Job
  readonly act: (work: () => Promise<void>) => void
  readonly busy: boolean
}

const Row = ({ act, busy, of }: RowProps) => {
  const { may, project, zone } = useProject()
  const outcome = of.error ?? words.devices.jobs.moved({ what: changedTexts(of) })
  const cause = words.devices.jobs.cause({
    reason: of.reason === null ? null : words.devices.jobs.reasons[of.reason],
    who: of.created_by === null ? null : of.created_by.name
  })
  const took =
    of.started_at === null || of.finished_at === null
      ? null
      : (Date.parse(of.finished_at) - Date.parse(of.started_at)) / 1000
  return (
    <li data-status={of.status}>
      <p className={look["job"]}>
        <b>{inZone(of.created_at, zone, "dayTime")}</b>
        <span className="soft">{cause}</span>
        <span className={look["state"]}>{words.devices.jobs.status[of.status]}</span>
      </p>
      {!isOver(of) && (
        <>
          <progress
            max={100}
            value={of.status === "running" ? of.progress : 0}
            aria-label={words.devices.jobs.progress}
          />
          <p className={look["job"]}>
            <span className="soft num">
              {words.devices.jobs.done({
                done: numberText(of.records_done),
                total: of.records_total,
                left: of.eta_seconds === null ? null : span(of.eta_seconds)
              })}
            </span>
            {may("project:write") && (
              <button
                className="btn small"
                disabled={busy}
                onClick={() => act(() => cancelJob(of.device_id, of.id))}
              >
                {words.devices.jobs.cancel}
              </button>
            )}
          </p>
        </>
      )}
      {isOver(of) && (
        <p className={look["job"]}>
          <span className="soft num">
            {took !== null && took >= 1 ? words.devices.jobs.took({ outcome, span: span(took) }) : outcome}
          </span>
          {of.trace !== null && may("traces:read") && (
            <Link
              className="link"
              to="/p/$slug/operate/traces/$trace"
              params={{ slug: project.slug, trace: of.trace.id }}
            >
              {words.devices.jobs.trace}
            </Link>
          )}
        </p>
      )}
    </li>
  )
}

/** Jobs lists the background jobs of a device. */
export const Jobs = ({ id }: { readonly id: string }) => {
  const { may, project } = useProject()
  const { data } = useQuery(jobsOf(id))
  const { act, busy } = useAct()
  const isAtWork = data?.some((job) => !isOver(job)) ?? false
  const was = useRef(isAtWork)
  useEffect(() => {
    if (was.current && !isAtWork)
      void queryClient.invalidateQueries({ queryKey: latestOf(project.id, { device_id: id }).queryKey })
    was.current = isAtWork
  }, [id, isAtWork, project.id])
  return (
    <section className="panel" aria-labelledby="jobs">
      <h2 id="jobs" className={look["head"]}>
        <b>{words.devices.jobs.title}</b>
        {data?.length === 0 && <span className="soft">{words.devices.jobs.none}</span>}
        {may("project:write") ? (
          <button
            className="btn small"
            disabled={busy || isAtWork}
            onClick={() => act(() => reattribute(id))}
          >
            {words.devices.jobs.recheck}
          </button>
        ) : (
          <MissingPermission what={words.devices.jobs.rechecking} permission="project:write" />
        )}
      </h2>
      {data?.length === 0 && <p className={look["none"]}>{words.devices.jobs.hint}</p>}
      <ul className={look["jobs"]}>
        {data?.map((job) => (
          <Row key={job.id} of={job} act={act} busy={busy} />
        ))}
      </ul>
    </section>
  )
}
