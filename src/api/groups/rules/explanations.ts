// Handlers that explain all rules for one subject at a moment: a page of rules, and for those that nearly
// fired a backtest of the day before with a changed limit.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { Api } from "../../../contract/Api.ts"
import { notFound } from "../../../contract/http/errors.ts"
import {
  LANE_HOURS,
  MAX_EXPLAINED_RULES,
  MAX_LANE_RULES,
  MAX_NEAREST_RULES,
  type WhyNot
} from "../../../contract/schemas/whyNot.ts"
import { explainRule } from "../../../backtest/explainRule.ts"
import { type KnownSubject, ports, type StoredVersion } from "../../../backtest/ports.ts"
import { runBacktest } from "../../../backtest/runBacktest.ts"
import { withLimit } from "../../../domain/rule/words/nearest.ts"
import { englishParts } from "../../../domain/rule/words/english.ts"
import { formatInstant } from "../../../domain/time.ts"
import { RuleNames } from "../../../store/rules/RuleNames.ts"
import { Rules } from "../../../store/rules/Rules.ts"
import { withVisibility } from "../../access/withCaller.ts"
import { compressedJson } from "../../http/compressedJson.ts"
import { page } from "../../http/paging.ts"
import { explanationAnswer } from "../../backtest/ruleAnswers.ts"
import { byNearness, ruleStandingOf, summaryOf } from "../../backtest/ruleStanding.ts"

interface Query {
  readonly at: number
  readonly include?: "lanes"
  readonly limit?: number
  readonly cursor?: string
}

/** `MAX_CONCURRENT_RULES` bounds the rules that are explained at a time; each reads the past for itself. */
const MAX_CONCURRENT_RULES = 3
const LANE_MS = LANE_HOURS * 3_600_000

/** `ExplanationsLive` explains the rules of a project for an entity or a device. */
export const ExplanationsLive = HttpApiBuilder.group(
  Api,
  "explanations",
  Effect.fnUntraced(function* (handlers) {
    const past = yield* ports
    const rules = yield* Rules
    const naming = yield* RuleNames

    /** Runs a document on the day before the moment, with the state that it would begin with then. */
    const dayBefore = Effect.fnUntraced(function* (
      knownSubject: KnownSubject,
      version: StoredVersion,
      document: unknown,
      at: number
    ) {
      const { projectId } = knownSubject.subject
      return yield* runBacktest(
        past.history,
        {
          projectId,
          candidate: { ...version, document },
          baseline: null,
          ...(yield* past.rules.features(projectId)),
          from: at - LANE_MS,
          to: at + 1,
          now: at + 1,
          devices: yield* past.subjects.devices(projectId),
          draw: true
        },
        [knownSubject],
        null
      )
    })

    const whyNot = Effect.fnUntraced(function* (
      projectId: string,
      of: { readonly entityId: string } | { readonly deviceId: string },
      { at, include, ...query }: Query,
      request: HttpServerRequest.HttpServerRequest
    ) {
      const knownSubject = yield* Effect.mapError(
        withVisibility((seen) => past.subjects.get(projectId, seen, of)),
        notFound
      )
      const { items, next_cursor } = yield* withVisibility((seen) =>
        page(request, query, (window) =>
          rules.list(projectId, seen, {}, { ...window, limit: Math.min(window.limit, MAX_EXPLAINED_RULES) })
        )
      )
      const pagesOfRules = yield* Effect.forEach(
        items,
        (rule) =>
          Effect.gen(function* () {
            const version = yield* Effect.orDie(past.rules.version(projectId, rule.id, null))
            if (!version.runnable) return []
            const why = yield* explainRule(past, projectId, version, true, knownSubject, at)
            yield* Effect.yieldNow
            return [{ why, enabled: rule.enabled }]
          }),
        { concurrency: MAX_CONCURRENT_RULES }
      )
      const known = pagesOfRules.flat()
      const names = yield* naming.of(
        projectId,
        known.map(({ why }) => why.version.document)
      )
      const explained = known
        .map(({ enabled, why }) => ({ why, told: ruleStandingOf(why, enabled, names) }))
        .toSorted((a, b) => byNearness(a.told, b.told))
      const told = explained.map((one) => one.told)

      const nearlyFired = told
        .flatMap((rule, i) => (rule.nearest === null ? [] : [i]))
        .slice(0, MAX_NEAREST_RULES)
      const fires = new Map<number, string | null>()
      for (const i of nearlyFired) {
        const { version } = explained[i]!.why
        const report = yield* dayBefore(
          knownSubject,
          version,
          withLimit(version.document, told[i]!.nearest!),
          at
        )
        fires.set(i, report.events[0] === undefined ? null : formatInstant(report.events[0].at))
      }
      const answeredRules = told.map((rule, i) => ({
        ...rule,
        nearest:
          rule.nearest === null || !fires.has(i)
            ? null
            : { ...rule.nearest, would_fire_at: fires.get(i) ?? null }
      }))

      const lanes: Array<NonNullable<WhyNot["lanes"]>[number]> = []
      const drawn = explained.filter((one) => one.told.group !== "not_in_scope").slice(0, MAX_LANE_RULES)
      for (const { why } of include === undefined ? [] : drawn) {
        const { drawings: lines, events } = yield* dayBefore(
          knownSubject,
          why.version,
          why.version.document,
          at
        )
        lanes.push({
          rule_id: why.version.id,
          spans: (lines[0]?.spans ?? []).map((s) => ({
            from: formatInstant(s.from),
            to: formatInstant(s.to),
            value: s.value
          })),
          fired: events.map((e) => formatInstant(e.at))
        })
      }

      const answers = known.map(({ why }) => explanationAnswer(why))
      const { subject, who } = knownSubject
      const summary = summaryOf(told)
      return yield* compressedJson({
        subject: {
          entity_id: subject.entityId,
          device_id: subject.entityId === null ? subject.id : null,
          name: (who.entity ?? who.device).name
        },
        at: formatInstant(at),
        summary: englishParts(summary),
        summary_message: summary,
        position: answers.find((a) => a.position !== null)?.position ?? null,
        rules: answeredRules,
        next_cursor,
        ...(include === undefined ? {} : { lanes })
      } satisfies WhyNot)
    })

    return handlers.handleAll({
      entity: ({ params, query, request }) =>
        whyNot(params.project_id, { entityId: params.entity_id }, query, request),
      device: ({ params, query, request }) =>
        whyNot(params.project_id, { deviceId: params.device_id }, query, request)
    })
  })
)
