// Whom rules are about, as things are now: those that a list counts beside each, and whose rules it is asked for.
import { Effect } from "effect"
import type { KnownSubject, Subjects } from "../../backtest/ports.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { isInScope, type Who } from "../../domain/rule/scope.ts"

/** The devices that an entity wears. */
const wornNow = ({ entity }: Who): ReadonlyArray<string> =>
  (entity?.worn ?? []).flatMap((w) => (w.to === Infinity ? [w.id] : []))

/** An entity under `device_ids` is covered while it wears one of them. */
export const isCovered = ({ scope }: CanonicalDocument, who: Who): boolean =>
  isInScope(scope, who) &&
  (scope.device_ids === undefined ||
    scope.device_ids.includes(who.device.id) ||
    wornNow(who).some((id) => scope.device_ids!.includes(id)))

/** Every subject that the caller sees: a device that somebody wears is one of its own in its past alone. */
export const everybodyNow = (
  subjects: Subjects["Service"],
  projectId: string,
  visibility: Visibility
): Effect.Effect<ReadonlyArray<KnownSubject>> =>
  Effect.map(subjects.list(projectId, visibility, null), (known) => {
    const worn = new Set(known.flatMap(({ who }) => wornNow(who)))
    return known.filter(({ subject }) => subject.entityId !== null || !worn.has(subject.id))
  })

/** How many a document covers. */
export const coverOf = (document: CanonicalDocument, everybody: ReadonlyArray<KnownSubject>): number =>
  everybody.filter(({ who }) => isCovered(document, who)).length
