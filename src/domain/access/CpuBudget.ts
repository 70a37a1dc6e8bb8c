// A token bucket of processor time: work is bounded to a share of one processor in the long run, with some of it done
// ahead.

/** CpuBudget is the state of the bucket. Times are milliseconds of a monotonic clock. */
export interface CpuBudget {
  /** part of one processor that the work has in the long run */
  readonly share: number
  /** size of the bucket: work that may be done ahead of the share */
  readonly aheadMs: number
  /** when all work done so far will be within the share */
  readonly evenAt: number
}

/** Returns when the next work may begin, if `plannedMs` of work are done before it. */
export const affordableAt = ({ aheadMs, evenAt, share }: CpuBudget, now: number, plannedMs = 0): number =>
  Math.max(evenAt, now) + (plannedMs - aheadMs) / share

/** Returns the budget after work that began at `startedAt` and took `spentMs` of a processor. */
export const charge = (budget: CpuBudget, startedAt: number, spentMs: number): CpuBudget => ({
  ...budget,
  evenAt: Math.max(budget.evenAt, startedAt) + spentMs / budget.share
})
