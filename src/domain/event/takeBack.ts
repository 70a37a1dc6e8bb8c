// Taking back one's own last step on an alert: for a minute, as long as no step followed. It is a step too, with
// a note of its own, so that the past stays whole; what is taken back stands no more.
import type { AlertStatus } from "./alertStatus.ts"

/** UNDO_MS is how long a step can be undone. */
export const UNDO_MS = 60_000
/** TAKE_BACK_NOTE is the note of a step that takes another one back. */
export const TAKE_BACK_NOTE = "taken back"

/** A step as taking back looks at it. */
interface Step {
  readonly id: string
  /** epoch ms */
  readonly at: number
  readonly actorKind: string
  readonly actorId: string | null
  readonly from: AlertStatus
  readonly to: AlertStatus
  readonly note: string | null
}

type TakenBack =
  | {
      readonly _tag: "TakenBack"
      /** the status before the step */
      readonly to: AlertStatus
      /** the steps by which the alert stands acknowledged and resolved again; null: by none */
      readonly acknowledged: string | null
      readonly resolved: string | null
    }
  | { readonly _tag: "Unknown" }
  | { readonly _tag: "Refused"; readonly code: string; readonly detail: string }

/** Whether a step takes back the one before it. */
const undoes = (step: Step, before: Step | undefined): boolean =>
  before !== undefined && step.note === TAKE_BACK_NOTE && step.from === before.to && step.to === before.from

/**
 * Returns the steps that stand: those that were taken back, and the steps that did so, are none; nor is what
 * the program notes without moving the alert.
 */
const standing = (steps: ReadonlyArray<Step>): ReadonlyArray<Step> =>
  steps
    .filter((step) => step.from !== step.to)
    .reduce<ReadonlyArray<Step>>(
      (kept, step) => (undoes(step, kept.at(-1)) ? kept.slice(0, -1) : [...kept, step]),
      []
    )

/** The steps of the present round, which begins where the alert was opened last. */
const roundOf = (steps: ReadonlyArray<Step>) => {
  const stands = standing(steps)
  const round = stands.slice(stands.findLastIndex((step) => step.to === "open") + 1)
  const last = (to: AlertStatus) => round.findLast((step) => step.to === to)?.id ?? null
  return { acknowledged: last("acknowledged"), resolved: last("resolved") }
}

const refused = (code: string, detail: string): TakenBack => ({ _tag: "Refused", code, detail })

/**
 * Takes back the step at `stepAt` (epoch ms) of an alert's steps, oldest first, if it is the caller's own,
 * the last one and at most a minute old at `now`.
 */
export const takeBack = (
  steps: ReadonlyArray<Step>,
  caller: { readonly kind: string; readonly id: string },
  stepAt: number,
  now: number
): TakenBack => {
  const last = steps.at(-1)
  if (last === undefined || !steps.some((step) => step.at === stepAt)) return { _tag: "Unknown" }
  if (last.at !== stepAt) return refused("ALERT_STEP_FOLLOWED", "another step followed: it stands")
  if (last.actorKind !== caller.kind || last.actorId !== caller.id)
    return refused("ALERT_STEP_OF_ANOTHER", "somebody else made that step: only they can take it back")
  if (standing(steps).at(-1) !== last)
    return refused("ALERT_STEP_TAKEN_BACK", "that step took another one back: it stands")
  if (now - last.at > UNDO_MS)
    return refused("ALERT_UNDO_OVER", `a step can be taken back for ${UNDO_MS / 1000} s: it stands`)
  return { _tag: "TakenBack", to: last.from, ...roundOf(steps.slice(0, -1)) }
}
