// What was counted so far, as metrics have it.
import { Effect, Metric } from "effect"

/** The count of a counter or a histogram with these attributes; 0: there is none. */
export const counted = (
  id: string,
  attributes: Readonly<Record<string, string>> = {}
): Effect.Effect<number> =>
  Effect.map(Metric.snapshot, (all) => {
    const found = all.find(
      (one) =>
        one.id === id && Object.entries(attributes).every(([key, value]) => one.attributes?.[key] === value)
    )
    return found !== undefined && "count" in found.state ? Number(found.state.count) : 0
  })
