// Counters of events and alerts, for `/metrics` and a collector. They are updated after the commit and only for
// rows that it inserted, so that a repeated batch counts once.
import { Effect, Metric } from "effect"
import type { Severity } from "../../domain/rule/Document.ts"

/** CountedEvent is what is counted of an inserted event. */
export interface CountedEvent {
  readonly severity: Severity
  readonly hasAlert: boolean
}

/**
 * WAIT_BUCKETS_SECONDS are the buckets of the histogram; an ordinary event is stored some 20 ms after its
 * record.
 */
const WAIT_BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

const events = Metric.counter("pugmark_events_total", {
  description: "Events that were stored, by who made them and how severe they are",
  incremental: true
})
const alerts = Metric.counter("pugmark_alerts_total", {
  description: "Alerts that were opened with an event, by how severe they are",
  incremental: true
})
const steps = Metric.counter("pugmark_alert_steps_total", {
  description: "Alerts that somebody acknowledged, resolved or reopened, by the status they came to",
  incremental: true
})
const wait = Metric.histogram("pugmark_record_to_event_seconds", {
  description:
    "From the receipt of a record to the commit of the event it made; late ones, schedules and timers aside",
  boundaries: WAIT_BUCKETS_SECONDS
})

/** Counts events of one source that were inserted. */
export const countEvents = (source: string, stored: ReadonlyArray<CountedEvent>): Effect.Effect<void> =>
  Effect.suspend(() => {
    const made = new Map<Severity, number>(),
      alerted = new Map<Severity, number>()
    for (const { hasAlert, severity } of stored) {
      made.set(severity, (made.get(severity) ?? 0) + 1)
      if (hasAlert) alerted.set(severity, (alerted.get(severity) ?? 0) + 1)
    }
    return Effect.all(
      [
        ...[...made].map(([severity, n]) =>
          Metric.update(Metric.withAttributes(events, { source, severity }), n)
        ),
        ...[...alerted].map(([severity, n]) => Metric.update(Metric.withAttributes(alerts, { severity }), n))
      ],
      { discard: true }
    )
  })

/** Counts an alert that got another status. */
export const countStep = (to: string): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(steps, { to }), 1)

/**
 * Records how long events took from the reception of their records (epoch ms) to the commit, which ended at
 * `now`.
 */
export const countWaits = (received: ReadonlyArray<number>, now: number): Effect.Effect<void> =>
  Effect.contextWith((context) =>
    Effect.sync(() => {
      for (const at of received) wait.updateUnsafe(Math.max(0, now - at) / 1000, context)
    })
  )
