// The visits of one subject to an area, by its fixes alone: nothing is interpolated between two of them. Times in
// epoch ms.

/** Visit is a stay in an area, from its first fix inside to its last. */
interface Visit {
  readonly from: number
  readonly to: number
}

/** Visits are the stays of a subject in a period, and where its newest fix is. */
interface Visits {
  /** oldest first */
  readonly visits: ReadonlyArray<Visit>
  readonly insideMs: number
  /** the time between fixes that no break parts: that in which the place of the subject is known */
  readonly knownMs: number
  /** whether its newest fix is inside */
  readonly isInside: boolean
}

/**
 * Returns the visits of a subject with fixes at these times, ascending. A visit ends at the last fix before
 * one outside, or before a step of more than `breakMs`.
 */
export const visitsOf = (
  time: ArrayLike<number>,
  isInside: (fix: number) => boolean,
  breakMs: number
): Visits => {
  const visits: Array<Visit> = []
  let insideMs = 0,
    knownMs = 0,
    from = Number.NaN,
    before = Number.NaN,
    wasInside = false
  const end = () => {
    if (!wasInside) return
    visits.push({ from, to: before })
    insideMs += before - from
  }
  for (let fix = 0; fix < time.length; fix++) {
    const at = time[fix]!,
      inside = isInside(fix),
      isBroken = at - before > breakMs
    if (fix > 0 && !isBroken) knownMs += at - before
    if (!inside || isBroken) {
      end()
      wasInside = false
    }
    if (inside && !wasInside) from = at
    wasInside = inside
    before = at
  }
  end()
  return { visits, insideMs, knownMs, isInside: wasInside }
}
