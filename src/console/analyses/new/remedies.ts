// What to drop from the form of a run that would be refused: each remedy is a change of the form.
import type { Estimate } from "../../queries/analyses.ts"
import type { Draft } from "./draft.ts"

export interface Remedy {
  /** the words of its button */
  readonly word: string
  readonly change: Partial<Draft>
}

type Subject = Estimate["subjects"][number]

/** The subjects without some, by their ids: a group or type becomes those that are left of it. */
const without = (estimate: Estimate, dropped: ReadonlySet<string>): Partial<Draft> => ({
  whom: {
    kind: "animals",
    ids: estimate.subjects.map(({ id }) => id).filter((id) => !dropped.has(id))
  }
})

const takeOut = (estimate: Estimate, { id, name }: Subject): Remedy => ({
  word: `Take out ${name}`,
  change: without(estimate, new Set([id]))
})

const byFixes = (estimate: Estimate): ReadonlyArray<Subject> =>
  estimate.subjects.toSorted((a, b) => b.fixes - a.fixes)

const ofBound = (
  draft: Draft,
  estimate: Estimate,
  bound: Estimate["bounds"][number]
): ReadonlyArray<Remedy> => {
  const [most] = byFixes(estimate)
  const isWhole = estimate.subjects.length === estimate.subject_count
  switch (bound.code) {
    case "subjects":
      return [
        {
          word: `Keep the first ${bound.limit}`,
          change: {
            whom: { kind: "animals", ids: estimate.subjects.slice(0, bound.limit).map(({ id }) => id) }
          }
        }
      ]
    case "fixes_per_subject": {
      const subject = estimate.subjects.find(({ id }) => id === bound.subject)
      return subject === undefined || !isWhole ? [] : [takeOut(estimate, subject)]
    }
    case "fixes":
      return most === undefined || !isWhole || estimate.subjects.length < 2 ? [] : [takeOut(estimate, most)]
    case "days":
      return [
        {
          word: `Only the last ${bound.limit} days`,
          change: { period: { kind: "days", days: bound.limit } }
        }
      ]
    case "comparison_days":
      return [{ word: "Compare with nothing", change: { comparison: { kind: "none" } } }]
    case "areas":
      return [
        {
          word: `Keep the first ${bound.limit} areas`,
          change: { areas: draft.areas.slice(0, bound.limit) }
        }
      ]
  }
}

/** remediesOf are the changes that would make a run of an estimate with crossed bounds possible. */
export const remediesOf = (draft: Draft, estimate: Estimate | undefined): ReadonlyArray<Remedy> => {
  if (estimate === undefined) return []
  const refused = new Set(estimate.refused_features.map(({ id }) => id))
  const left = draft.areas.filter((id) => !refused.has(id))
  const remedies = [
    ...(refused.size === 0
      ? []
      : [
          {
            word: refused.size === 1 ? "Leave that area out" : `Leave out the ${refused.size} areas`,
            change: { areas: left }
          }
        ]),
    ...estimate.bounds.filter(({ crossed }) => crossed).flatMap((bound) => ofBound(draft, estimate, bound))
  ]
  // the same subject may cross two bounds
  return remedies.filter(({ word }, at) => remedies.findIndex((other) => other.word === word) === at)
}
