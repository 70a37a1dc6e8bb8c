// A value that pages share outside React: read at any moment, and watched as `useSyncExternalStore` does it.

export interface Watched<A> {
  readonly read: () => A
  /** Whoever watches is told, whether it is another one or not. */
  readonly set: (to: A) => void
  /** Until the answer is called. */
  readonly watch: (tell: (now: A) => void) => () => void
}

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
