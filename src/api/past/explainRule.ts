// How a rule found a subject at a moment: the version and the features of then, the facts as stored, asked
// once more.
import { Effect } from "effect"
import { written } from "../../domain/rule/conditions/Evaluated.ts"
import { everything } from "../../domain/rule/Reads.ts"
import { withStanding } from "../../domain/rule/scope.ts"
import { formatInstant } from "../../domain/time.ts"
import { askRule, prepare } from "../../engine/past/askRule.ts"
import { firstStop } from "../../engine/past/explain.ts"
import type { KeptVersion, RuleTests } from "../../store/rules/RuleTests.ts"
import type { Someone } from "../../store/rules/ruleSubjects.ts"
import { stateAnswer, subjectOf } from "./ruleAnswers.ts"
import { inForceIn } from "./tryRule.ts"

/** Records of one instant that are looked at. */
const MANY = 1000

/** `asIsDue`: not the given version is meant but the one that was in force then, where there was one. */
export const explainRule = Effect.fn("explainRule")(function* (
  tests: RuleTests["Service"],
  projectId: string,
  given: KeptVersion,
  asIsDue: boolean,
  { subject, who: carrier }: Someone,
  at: number
) {
  const activations = yield* tests.activations(given.id)
  const isSchedule = given.document.trigger.kind === "schedule"
  const period = (yield* tests.editions([subject]))
    .get(subject.id)
    ?.findLast((e) => (isSchedule ? e.tickFloor : e.floor) < at)
  const edition = period?.version ?? null
  const due = edition === null ? null : (activations.findLast((a) => a.edition <= edition)?.version ?? null)
  const kept =
    asIsDue && due !== null && due !== given.version
      ? yield* Effect.orDie(tests.version(projectId, given.id, due))
      : given
  const inForceSince = inForceIn(activations, edition, kept.version)

  const ruleSet =
    edition === null
      ? yield* tests.features(projectId)
      : { features: (yield* tests.ruleSetAt(projectId, edition)).features, edition }
  const asked = prepare(projectId, kept, ruleSet.features, ruleSet.edition)
  const memories = yield* tests.recall([subject], at, asked.ruleSet.needs)
  const records = yield* tests.records(
    { projectId, subjects: [subject], from: at, to: at + 1, limit: MANY },
    everything
  )
  const seen =
    asked.rule.silenceMs !== null
      ? yield* tests.lastSeen(projectId, [subject], at + 1)
      : new Map<string, number>()
  const deviceId = records.at(-1)?.subject.deviceId ?? subject.deviceId
  const standing = withStanding(carrier, period?.standing ?? "")
  const who =
    deviceId === subject.deviceId
      ? standing
      : {
          ...standing,
          device: { id: deviceId, name: (yield* tests.devices(projectId)).get(deviceId) ?? deviceId }
        }
  const reply = askRule({
    asked,
    subject,
    who,
    at,
    memory: memories.get(subject.id)!,
    inForceSince,
    receipts: [...seen.values()],
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
    names: { entityType: who.entity === null ? null : yield* tests.entityType(who.entity.typeId), featureOf },
    notInForce:
      inForceSince !== null
        ? null
        : due === null
          ? "disabled at that time"
          : `version ${kept.version} was not in force at that time: version ${due} was`
  })
  const stored = stop === null ? yield* tests.eventsAt(kept.id, kept.version, subject, at) : []
  const events =
    stop === null
      ? reply.events.map((e) => {
          const known = stored.find((s) => s.kind === e.kind && s.featureId === (e.feature?.id ?? null))
          return {
            event_id: known?.id ?? null,
            kind: e.kind,
            title: e.title,
            feature: e.feature === null ? null : { id: e.feature.id, name: e.feature.name },
            snoozed: known?.snoozed ?? false
          }
        })
      : []
  const snoozed = stored.find((s) => s.snoozed)
  const state = (which: typeof reply.before) => stateAnswer(which, asked.rule.document, featureOf)
  return {
    rule_id: kept.id,
    version: kept.version,
    subject: subjectOf(subject, who),
    at: formatInstant(at),
    in_force: inForceSince !== null,
    asked_by: reply.askedBy,
    fired: stop === null,
    events,
    evaluated: reply.evaluated === null ? null : written(reply.evaluated, at),
    position:
      reply.fix === undefined
        ? null
        : {
            record_id: reply.fix.recordId,
            time: formatInstant(reply.fix.at),
            age_seconds: (at - reply.fix.at) / 1000,
            lon: reply.fix.lon,
            lat: reply.fix.lat
          },
    inside: reply.inside.map((id) => ({ id, name: featureOf(id) })),
    state: { before: state(reply.before), after: state(reply.after) },
    first_stop:
      stop ??
      (snoozed === undefined
        ? null
        : {
            path: "/event/create_alert",
            code: "SNOOZED",
            detail:
              snoozed.until === null
                ? "snoozed: the event made no alert"
                : `snoozed until ${formatInstant(snoozed.until)}: the event made no alert`
          })
  }
})
