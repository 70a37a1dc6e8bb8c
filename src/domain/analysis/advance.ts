// How a run goes from state to state: the one table, which every statement that moves a run asks.
// Specification 3.3.

/** runStatuses are the statuses of a run. */
export const runStatuses = ["queued", "running", "completed", "failed", "cancelled"] as const
/** RunStatus is the status of a run. */
export type RunStatus = (typeof runStatuses)[number]

/** In which state a run is made. */
export const INITIAL_STATUS: RunStatus = "queued"

const table = {
  /** a worker takes it */
  begin: { queued: "running" },
  /** its result is there */
  complete: { running: "completed" },
  /**
   * an error, too much input, the wall clock, also of a worker that died; and a module that is switched off,
   * which its worker sees when it has taken the run
   */
  fail: { running: "failed" },
  /** its module is switched off, and no worker need run to say so */
  refuse: { queued: "failed" },
  /** a person requests its end; a running one goes on until its worker reads the request */
  cancel: { queued: "cancelled", running: "running" },
  /** its worker heard of that, or is gone */
  stop: { running: "cancelled" }
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<RunStatus, RunStatus>>>>>

/** RunMove is a transition between statuses. */
export type RunMove = keyof typeof table
/** runMoves are all transitions. */
export const runMoves: ReadonlyArray<RunMove> = ["begin", "complete", "fail", "refuse", "cancel", "stop"]

/** Returns the state that a move leads to; null: there is no such move from this state. */
export const advance = (from: RunStatus, move: RunMove): RunStatus | null => {
  const steps: Readonly<Partial<Record<RunStatus, RunStatus>>> = table[move]
  return steps[from] ?? null
}

/** A run that ended, one way or another, stays as it is: no move leads on. */
export const isOver = (status: RunStatus): boolean => runMoves.every((move) => advance(status, move) === null)
