// How many deliveries failed, as far as they were counted.
import { MAX_COUNTED_FAILURES } from "../queries/automations/automations.ts"

/** failuresText is how many failed; `read`: how many of the whole project were counted. */
export const failuresText = (count: number, read: number): string =>
  read >= MAX_COUNTED_FAILURES ? `at least ${count}` : String(count)
