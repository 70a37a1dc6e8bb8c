// A value that pages share outside React: readable at any moment, and watched as `useSyncExternalStore` expects.

/** A shared value with subscribers. */
interface Watched<A> {
  readonly read: () => A
  /** Calls all subscribers, even if the value is the same. */
  readonly set: (to: A) => void
  /** Subscribes; the returned function unsubscribes. */
  readonly watch: (tell: (now: A) => void) => () => void
}

/** Creates a shared value. */
export const watched = <A>(first: A): Watched<A> => {
  const watchers = new Set<(now: A) => void>()
  let now = first
  return {
    read: () => now,
    set: (to) => {
      now = to
      for (const tell of watchers) tell(to)
    },
    watch: (tell) => {
      watchers.add(tell)
      return () => void watchers.delete(tell)
    }
  }
}
