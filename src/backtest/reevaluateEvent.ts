// Evaluates the moment of a stored event again: its own version, the features of its edition, the state
// before it, and the records as they are stored now.
import { Effect } from "effect"
import { allRecords } from "../domain/rule/Reads.ts"
import { blank } from "../domain/rule/RuleState.ts"
import { askRule, prepareRule, type RuleAnswer } from "./askRule.ts"
import type { Claim, Ports } from "./ports.ts"
import { readSilence } from "./readSilence.ts"

/** MAX_INSTANT_RECORDS bounds the records of one instant that are read. */
const MAX_INSTANT_RECORDS = 1000

const sameEvent = ({ context }: Claim, { events }: RuleAnswer) =>
  events.find((e) => e.kind === context.kind && (e.feature?.id ?? null) === (context.feature?.id ?? null))

/** Evaluates the moment of an event again. `event`: the same event as derived; undefined: it is not derived. */
export const reevaluateEvent = Effect.fn("judgeAgain")(function* (
  { history, rules }: Pick<Ports, "history" | "rules">,
  claim: Claim
) {
  const { deviceName, entityName, ruleId, subject, time } = claim
  const { rule_set_version, state_before } = claim.evidence
  const kept = yield* Effect.orDie(rules.version(subject.projectId, ruleId, claim.version)) // events keep theirs
  const ruleSet = yield* rules.ruleSetAt(subject.projectId, rule_set_version)
  const asked = prepareRule(
    subject.projectId,
    { ...kept, name: claim.ruleName },
    ruleSet.features,
    rule_set_version
  )
  const memory = (yield* history.recall([subject], time, asked.ruleSet.needs)).get(subject.id)!
  const reporters =
    asked.rule.silenceMs === null ? undefined : (yield* history.reporters([subject])).get(subject.id)
  const question = {
    asked,
    subject,
    at: time,
    memory,
    who: {
      entity: entityName === null ? null : { id: subject.id, name: entityName, typeId: "", groupIds: [] },
      device: { id: subject.deviceId, name: deviceName }
    },
    inForceSince: ruleSet.rules.find((r) => r.id === ruleId)?.blankFrom ?? null,
    ...(yield* readSilence(history, asked.rule, subject, reporters ?? [], time)),
    ...(reporters === undefined ? {} : { reporters }),
    records: yield* history.records(
      {
        projectId: subject.projectId,
        subjects: [subject],
        from: time,
        to: time + 1,
        limit: MAX_INSTANT_RECORDS
      },
      allRecords
    )
  }
  const replies = [askRule({ ...question, state: { ...blank, ...state_before } }), askRule(question)]
  const reply = replies.find((r) => sameEvent(claim, r) !== undefined) ?? replies[0]!
  return { kept, ruleSet, asked, question, reply, event: sameEvent(claim, reply) }
})
