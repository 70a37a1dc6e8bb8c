// Invalidates queries that the stream reports as changed. Coalesced: a storm of events causes one read of a list
// per half second, not one per event.
import type { QueryKey } from "@tanstack/react-query"
import { queryClient } from "./queryClient.ts"

/** The shortest time between the starts of two reads of a key, ms. */
const COALESCE_MS = 500

const pause = (): Promise<void> => new Promise((done) => setTimeout(done, COALESCE_MS))

/**
 * Coalesces calls per key. The first call runs `read` at once; further calls during `read` and `rest` cause
 * one more `read` afterwards. So the last read always starts after the last call, and reads of one key never
 * overlap.
 */
export const coalesce = (read: (key: QueryKey) => Promise<unknown>, rest: () => Promise<unknown> = pause) => {
  const asked = new Map<string, { more: boolean }>()
  const answer = async (name: string, key: QueryKey) => {
    const question = { more: true }
    asked.set(name, question)
    while (question.more) {
      question.more = false
      await Promise.allSettled([read(key), rest()])
    }
    asked.delete(name)
  }
  return (key: QueryKey): void => {
    const name = JSON.stringify(key)
    const question = asked.get(name)
    if (question === undefined) void answer(name, key)
    else question.more = true
  }
}

/**
 * Refetches the active queries below a key. A read in flight is not cancelled, because in a storm none would
 * ever finish; as it may have started before the change, one more read follows it.
 */
export const refetchAfterInFlight = async (queryKey: QueryKey): Promise<void> => {
  const begun = queryClient.isFetching({ queryKey }) > 0
  const whole = { cancelRefetch: false }
  await queryClient.invalidateQueries({ queryKey }, whole)
  if (begun) await queryClient.invalidateQueries({ queryKey }, whole)
}

/** Marks everything below a key as changed on the server. */
export const invalidate: (queryKey: QueryKey) => void = coalesce(refetchAfterInFlight)
