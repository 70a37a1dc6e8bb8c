// What the list says of each automation's deliveries: the newest, and how many failed.
import { type Delivery, MAX_COUNTED_FAILURES } from "../queries/automations/automations.ts"

/** failuresText is how many failed; `read`: how many of the whole project were counted. */
export const failuresText = (count: number, read: number): string =>
  read >= MAX_COUNTED_FAILURES ? `at least ${count}` : String(count)

export interface AutomationCounts {
  readonly last: Delivery | undefined
  /** failures of events; a test that failed is none of them */
  readonly failed: number
}

/** countsOf is what deliveries, newest first, say of one automation. */
export const countsOf = (
  id: string,
  newest: ReadonlyArray<Delivery>,
  failed: ReadonlyArray<Delivery>
): AutomationCounts => ({
  last: newest.find(({ automation_id }) => automation_id === id),
  failed: failed.filter(({ automation_id, event_id }) => automation_id === id && event_id !== null).length
})
