// What people may do about an alert, as a table: from a status and an action to the next status, or why not.
// Who did it, when and with which note is for the store to keep.

export const alertStatuses = ["open", "acknowledged", "resolved"] as const
export type AlertStatus = (typeof alertStatuses)[number]

export const alertActions = ["acknowledge", "resolve", "reopen"] as const
export type AlertAction = (typeof alertActions)[number]

type Handled =
  | { readonly _tag: "Moved"; readonly to: AlertStatus }
  /** the alert has that status already: no step is added */
  | { readonly _tag: "Unchanged" }
  | { readonly _tag: "Forbidden"; readonly detail: string }
  | { readonly _tag: "NoteMissing" }

const goals: Record<AlertAction, AlertStatus> = {
  acknowledge: "acknowledged",
  resolve: "resolved",
  reopen: "open"
}

const moves: Record<AlertStatus, ReadonlyArray<AlertStatus>> = {
  open: ["acknowledged", "resolved"],
  acknowledged: ["resolved"],
  resolved: ["open"]
}

/**
 * open -> acknowledged -> resolved, open -> resolved, resolved -> open with a note. Asking for the status the
 * alert already has changes nothing.
 */
export const nextStatus = (status: AlertStatus, action: AlertAction, note: string | null): Handled => {
  const to = goals[action]
  if (to === status) return { _tag: "Unchanged" }
  if (!moves[status].includes(to))
    return { _tag: "Forbidden", detail: `the alert is ${status}: it cannot become ${to}` }
  if (to === "open" && (note === null || note.trim() === "")) return { _tag: "NoteMissing" }
  return { _tag: "Moved", to }
}
