// Which subjects a rule covers at present: for the counts in lists of rules, and for lists of the rules of a
// subject.
import { Effect } from "effect"
import type { KnownSubject, Subjects } from "../../backtest/ports.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { isInScope, type Who } from "../../domain/rule/scope.ts"

/** Returns the ids of the devices that an entity wears now. */
const wornNow = ({ entity }: Who): ReadonlyArray<string> =>
  (entity?.worn ?? []).flatMap((w) => (w.to === Infinity ? [w.id] : []))

/**
 * Returns whether a rule covers a subject; with `device_ids`, an entity is covered while it wears one of
 * them.
 */
export const isCovered = ({ scope }: CanonicalDocument, who: Who): boolean =>
  isInScope(scope, who) &&
  (scope.device_ids === undefined ||
    scope.device_ids.includes(who.device.id) ||
    wornNow(who).some((id) => scope.device_ids!.includes(id)))

/**
 * Returns every subject that the caller sees. A device that an entity wears is a subject of its own only in
 * its past.
 */
export const visibleSubjects = (
  subjects: Subjects["Service"],
  projectId: string,
  visibility: Visibility
): Effect.Effect<ReadonlyArray<KnownSubject>> =>
  Effect.map(subjects.list(projectId, visibility, null), (known) => {
    const worn = new Set(known.flatMap(({ who }) => wornNow(who)))
    return known.filter(({ subject }) => subject.entityId !== null || !worn.has(subject.id))
  })

/** Returns how many of the subjects a document covers. */
export const countCovered = (document: CanonicalDocument, everybody: ReadonlyArray<KnownSubject>): number =>
  everybody.filter(({ who }) => isCovered(document, who)).length
