// Reads again what the stream says has changed, gathered: a storm of events is one read of a list in half a
// second, not one an event.
import type { QueryKey } from "@tanstack/react-query"
import { queryClient } from "./queryClient.ts"

/** From the beginning of a read of the same to the next. */
const EVERY_MS = 500

const pause = (): Promise<void> => new Promise((done) => setTimeout(done, EVERY_MS))

/**
 * Gathers what is asked for: `read` is called at once for a key that nobody has asked for lately, and while
 * it lasts, or `rest` does, whatever else is asked about the key is one more read afterwards. So the last
 * read has always begun after the last question, and no two of a key are under way.
 */
export const gather = (read: (key: QueryKey) => Promise<unknown>, rest: () => Promise<unknown> = pause) => {
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
 * Reads what is shown below a key. A read that is under way is not broken off, for in a storm none would ever
 * end; as it may have begun before what is new was there, it is done once more.
 */
export const readAnew = async (queryKey: QueryKey): Promise<void> => {
  const begun = queryClient.isFetching({ queryKey }) > 0
  const whole = { cancelRefetch: false }
  await queryClient.invalidateQueries({ queryKey }, whole)
  if (begun) await queryClient.invalidateQueries({ queryKey }, whole)
}

/** Everything below the key has changed on the server. */
export const again: (queryKey: QueryKey) => void = gather(readAnew)
