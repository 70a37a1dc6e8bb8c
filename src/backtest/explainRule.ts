// How a rule found a subject at a moment: the version and the features of then, evaluated on the stored
// facts.
import { Effect } from "effect"
import { allRecords } from "../domain/rule/Reads.ts"
import { reportersOf, withScopeKey } from "../domain/rule/scope.ts"
import { formatInstant } from "../domain/time.ts"
import { askRule, prepareRule } from "./askRule.ts"
import { firstStop, stopAt } from "./firstStop.ts"
import { blankFromIn } from "./blankFromIn.ts"
import type { KnownSubject, Ports, StoredVersion } from "./ports.ts"
import { readSilence } from "./readSilence.ts"

/** MAX_INSTANT_RECORDS bounds the records of one instant that are read. */
const MAX_INSTANT_RECORDS = 1000

/** Explains a rule at a moment. `asIsDue`: not the given version but the one in force then, if there was one. */
export const explainRule = Effect.fn("explainRule")(function* (
  { history, rules, subjects }: Ports,
  projectId: string,
  given: StoredVersion,
  asIsDue: boolean,
  { subject, who: carrier }: KnownSubject,
  at: number
) {
  const activations = yield* rules.activations(given.id)
  const isSchedule = given.document.trigger.kind === "schedule"
  const period = (yield* history.editions([subject]))
    .get(subject.id)
    ?.findLast((e) => (isSchedule ? e.ticksAfter : e.recordsAfter) < at)
  const edition = period?.version ?? null
  const due = edition === null ? null : (activations.findLast((a) => a.edition <= edition)?.version ?? null)
  const kept =
    asIsDue && due !== null && due !== given.version
      ? yield* Effect.orDie(rules.version(projectId, given.id, due))
      : given
  const inForceSince = blankFromIn(activations, edition, kept.version)

  const ruleSet =
    edition === null
      ? yield* rules.features(projectId)
      : { features: (yield* rules.ruleSetAt(projectId, edition)).features, edition }
  const asked = prepareRule(projectId, kept, ruleSet.features, ruleSet.edition)
  const memories = yield* history.recall([subject], at, asked.ruleSet.needs)
  const records = yield* history.records(
    { projectId, subjects: [subject], from: at, to: at + 1, limit: MAX_INSTANT_RECORDS },
    allRecords
  )
  const deviceId = records.at(-1)?.subject.deviceId ?? subject.deviceId
  const then = withScopeKey(carrier, period?.scopeKey ?? "")
  const who =
    deviceId === subject.deviceId
      ? then
      : {
          ...then,
          device: { id: deviceId, name: (yield* subjects.devices(projectId)).get(deviceId) ?? deviceId }
        }
  const reply = askRule({
    asked,
    subject,
    who,
    at,
    memory: memories.get(subject.id)!,
    inForceSince,
    ...(yield* readSilence(history, asked.rule, subject, reportersOf(who), at)),
    records
  })

  const names = new Map(ruleSet.features.map((f) => [f.id, f.name]))
  const featureOf = (id: string) => names.get(id) ?? id
  const stop = firstStop({
    document: kept.document,
    who,
    at,
    reply,
    records,
    names: {
      entityType: who.entity === null ? null : yield* subjects.entityType(who.entity.typeId),
      featureOf
    },
    notInForce:
      inForceSince !== null
        ? null
        : due === null
          ? { code: "stop.disabled" }
          : { code: "stop.otherVersion", args: { version: kept.version, other: due } }
  })
  const stored = stop === null ? yield* rules.eventsAt(kept.id, kept.version, subject, at) : []
  const snoozed = stored.find((s) => s.snoozed)
  return {
    version: kept,
    document: asked.rule.document,
    subject,
    who,
    at,
    isInForce: inForceSince !== null,
    reply,
    isFired: stop === null,
    /** the events derived for the moment, beside the stored ones; empty if it did not fire */
    events:
      stop === null
        ? reply.events.map((event) => ({
            event,
            stored:
              stored.find((s) => s.kind === event.kind && s.featureId === (event.feature?.id ?? null)) ?? null
          }))
        : [],
    /** what stopped the rule, or kept the event from making an alert; null: nothing */
    firstStop:
      stop ??
      (snoozed === undefined
        ? null
        : stopAt(
            "/event/create_alert",
            "SNOOZED",
            snoozed.until === null
              ? { code: "stop.snoozed" }
              : { code: "stop.snoozedUntil", args: { time: formatInstant(snoozed.until) } }
          )),
    featureOf
  }
})
/** Explanation is how a rule found a subject. */
export type Explanation = Effect.Success<ReturnType<typeof explainRule>>
