// What to remove from a form whose run would be refused: each remedy is a change of the form.
import { words } from "../../../../words/language.ts"
import type { Estimate } from "../../../data/analyses.ts"
import type { Draft } from "./draft.ts"

/** Remedy is a button and the change it makes. */
export interface Remedy {
  /** label of the button */
  readonly word: string
  readonly change: Partial<Draft>
}

type Subject = Estimate["subjects"][number]

/** Removes subjects by id: a group or type becomes its remaining animals. */
const without = (estimate: Estimate, dropped: ReadonlySet<string>): Partial<Draft> => ({
  whom: {
    kind: "animals",
    ids: estimate.subjects.map(({ id }) => id).filter((id) => !dropped.has(id))
  }
})

const takeOut = (estimate: Estimate, { id, name }: Subject): Remedy => ({
  word: words.newAnalysis.remedies.takeOut({ name }),
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
  const texts = words.newAnalysis.remedies
  const isWhole = estimate.subjects.length === estimate.subject_count
  switch (bound.code) {
    case "subjects":
      return [
        {
          word: texts.keepFirst({ count: bound.limit }),
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
          word: texts.lastDays({ days: bound.limit }),
          change: { period: { kind: "days", days: bound.limit } }
        }
      ]
    case "comparison_days":
      return [{ word: texts.compareWithNothing, change: { comparison: { kind: "none" } } }]
    case "areas":
      return [
        {
          word: texts.keepFirstAreas({ count: bound.limit }),
          change: { areas: draft.areas.slice(0, bound.limit) }
        }
      ]
  }
}

/** remediesOf returns the changes that would bring an estimate within the limits. */
export const remediesOf = (draft: Draft, estimate: Estimate | undefined): ReadonlyArray<Remedy> => {
  if (estimate === undefined) return []
  const refused = new Set(estimate.refused_features.map(({ id }) => id))
  const left = draft.areas.filter((id) => !refused.has(id))
  const remedies = [
    ...(refused.size === 0
      ? []
      : [
          {
            word: words.newAnalysis.remedies.leaveAreasOut({ count: refused.size }),
            change: { areas: left }
          }
        ]),
    ...estimate.bounds.filter(({ crossed }) => crossed).flatMap((bound) => ofBound(draft, estimate, bound))
  ]
  // the same subject may exceed two limits
  return remedies.filter(({ word }, at) => remedies.findIndex((other) => other.word === word) === at)
}
