// Background jobs on a device's records: progress, outcome, and cancellation.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { cancelJob, type Job, jobsOf, reattribute } from "../../data/device.ts"
import { latestOf } from "../../data/latest.ts"
import { queryClient } from "../../data/queryClient.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import look from "./device.module.css"

const WORDS: Readonly<Record<Job["status"], string>> = {
  queued: "waits",
  running: "runs",
  completed: "completed",
  failed: "failed",
  expired: "expired",
  cancelled: "cancelled"
}
const REASONS: Readonly<Record<NonNullable<Job["reason"]>, string>> = {
  assignment_changed: "an assignment was changed",
  asked_for: "asked for",
  device_known: "the device became known"
}
const KINDS: Readonly<Record<string, string>> = {
  positions: "positions",
  measurements: "values",
  states: "states"
}

const amount = new Intl.NumberFormat("en-GB")

const isOver = ({ status }: Job) => status !== "queued" && status !== "running"

/** Returns the counts of moved records in words. */
const changedText = ({ counts }: Job): string =>
  Object.entries(KINDS)
    .flatMap(([kind, word]) => ((counts[kind] ?? 0) > 0 ? [`${amount.format(counts[kind]!)} ${word}`] : []))
    .join(", ")

interface RowProps {
  readonly of: Job
  readonly act: (work: () => Promise<void>) => void
  readonly busy: boolean
}

const Row = ({ act, busy, of }: RowProps) => {
  const { may, project, zone } = useProject()
  const changed = changedText(of)
  const why = of.reason === null ? "" : REASONS[of.reason]
  const took =
    of.started_at === null || of.finished_at === null
      ? null
      : (Date.parse(of.finished_at) - Date.parse(of.started_at)) / 1000
  return (
    <li data-status={of.status}>
      <p className={look["job"]}>
        <b>{inZone(of.created_at, zone, "dayTime")}</b>
        <span className="soft">
          {[why, of.created_by === null ? "" : `by ${of.created_by.name}`].filter(Boolean).join(", ")}
        </span>
        <span className={look["state"]}>{WORDS[of.status]}</span>
      </p>
      {!isOver(of) && (
        <>
          <progress
            max={100}
            value={of.status === "running" ? of.progress : 0}
            aria-label="How far the records are moved"
          />
          <p className={look["job"]}>
            <span className="soft num">
              {of.records_total === null
                ? "waits for its turn"
                : `${amount.format(of.records_done)} of ${amount.format(of.records_total)} records`}
              {of.eta_seconds !== null && `, about ${span(of.eta_seconds)} left`}
            </span>
            {may("project:write") && (
              <button
                className="btn small"
                disabled={busy}
                onClick={() => act(() => cancelJob(of.device_id, of.id))}
              >
                Cancel
              </button>
            )}
          </p>
        </>
      )}
      {isOver(of) && (
        <p className={look["job"]}>
          <span className="soft num">
            {of.error ?? (changed === "" ? "nothing had to be moved" : `${changed} moved`)}
            {took !== null && took >= 1 && `, in ${span(took)}`}
          </span>
          {of.trace !== null && may("traces:read") && (
            <Link
              className="link"
              to="/p/$slug/operate/traces/$trace"
              params={{ slug: project.slug, trace: of.trace.id }}
            >
              Trace
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
        <b>In the background</b>
        {data?.length === 0 && <span className="soft">nothing has been moved yet</span>}
        {may("project:write") ? (
          <button
            className="btn small"
            disabled={busy || isAtWork}
            onClick={() => act(() => reattribute(id))}
          >
            Attribute all again
          </button>
        ) : (
          <MissingPermission what="Attributing again" permission="project:write" />
        )}
      </h2>
      {data?.length === 0 && (
        <p className={look["none"]}>
          When somebody else turns out to have worn it, its records follow here: how far they are, and what
          rules found in them then.
        </p>
      )}
      <ul className={look["jobs"]}>
        {data?.map((job) => (
          <Row key={job.id} of={job} act={act} busy={busy} />
        ))}
      </ul>
    </section>
  )
}
