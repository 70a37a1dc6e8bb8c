// Records by id, each in the newest copy that any read, mutation or entry of the stream has brought. Lists in the query
// cache are never patched: a page shows a list as the server answered it, together with what the store learned since.
import { replaceEqualDeep } from "@tanstack/react-query"

/** The records of a store at one moment; another object after each change. */
export interface Entities<E> {
  readonly get: (key: string) => E | undefined
  /** The records that are known from later than a read that began at `tick`. */
  readonly since: (tick: number) => ReadonlyArray<E>
}

/** EntityStore keeps the newest copy of each record. */
interface EntityStore<E> {
  /** Reads and watches the records. */
  readonly read: () => Entities<E>
  readonly watch: (tell: () => void) => () => void
  /** Returns the time on the store's own clock, for a read that begins now. */
  readonly tick: () => number
  /**
   * Takes records, except where newer copies are known, and returns whether anything changed. `tick`: when
   * the read of them began; absent: the server has just reported them.
   */
  readonly learn: (records: ReadonlyArray<E>, tick?: number) => boolean
  readonly clear: () => void
}

/** MAX_RECORDS is how many records a store keeps; the ones learned longest ago go first. */
const MAX_RECORDS = 5000

/**
 * Creates a store. `compare` is above 0 where the first copy is newer; of equal copies, the later one is
 * newer.
 */
export const entityStore = <E>(
  keyOf: (record: E) => string,
  compare: (a: E, b: E) => number
): EntityStore<E> => {
  // the order of the map is the order of learning
  const known = new Map<string, { readonly record: E; readonly tick: number }>()
  const watchers = new Set<() => void>()
  let clock = 0
  const entities = (): Entities<E> => ({
    get: (key) => known.get(key)?.record,
    since: (tick) => [...known.values()].flatMap((one) => (one.tick > tick ? [one.record] : []))
  })
  let current = entities()
  const change = (): void => {
    current = entities()
    for (const tell of watchers) tell()
  }
  const isNews = (record: E, tick: number): boolean => {
    const key = keyOf(record),
      before = known.get(key)
    const order = before === undefined ? 1 : compare(record, before.record) || tick - before.tick
    if (order < 0) return false
    const next = replaceEqualDeep(before?.record, record)
    known.delete(key)
    known.set(key, { record: next, tick: Math.max(tick, before?.tick ?? 0) })
    return next !== before?.record
  }
  return {
    read: () => current,
    watch: (tell) => {
      watchers.add(tell)
      return () => void watchers.delete(tell)
    },
    tick: () => ++clock,
    learn: (records, tick = ++clock) => {
      const news = records.filter((record) => isNews(record, tick))
      for (const oldest of known.keys()) {
        if (known.size <= MAX_RECORDS) break
        known.delete(oldest)
      }
      if (news.length > 0) change()
      return news.length > 0
    },
    clear: () => {
      known.clear()
      change()
    }
  }
}
