// When messages came. What has no time of its own gets this one, and two records of a device at one moment
// would be one record: so no two messages of a topic came at the same moment.

/**
 * Gives the arrival of a message, epoch ms: now, or a millisecond after the one before it with the same
 * topic.
 */
export const makeArrivals = (): ((topic: string, now: number) => number) => {
  const last = new Map<string, number>() // by topic, the one longest ago first
  return (topic, now) => {
    const at = Math.max(now, (last.get(topic) ?? 0) + 1)
    last.delete(topic)
    last.set(topic, at)
    for (const [other, before] of last) {
      if (before >= now) break
      last.delete(other)
    }
    return at
  }
}
