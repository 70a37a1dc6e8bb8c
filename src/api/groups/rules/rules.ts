// Handlers of rules. The domain validates documents; the store decides which version is in force.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../../contract/Api.ts"
import { Invalid, notFound } from "../../../contract/http/errors.ts"
import { gallery, type Template } from "../../../domain/rule/gallery.ts"
import type { Parsed } from "../../../domain/rule/parse.ts"
import { ruleSchema } from "../../../domain/rule/publish.ts"
import type { Edition } from "../../../store/rules/changeRules.ts"
import { RuleRefused } from "../../../store/rules/checkRule.ts"
import { RuleStale } from "../../../store/rules/writeRule.ts"
import type { Slice, Window } from "../../../store/sql/keyset.ts"
import { FeatureSamples } from "../../../store/tracking/features/FeatureSamples.ts"
import { ProjectMetrics } from "../../../store/tracking/measurements/ProjectMetrics.ts"
import { Missing, OutsideScope } from "../../../store/sql/refusals.ts"
import { RuleActivity } from "../../../store/rules/RuleActivity.ts"
import { RuleNames } from "../../../store/rules/RuleNames.ts"
import { Rules } from "../../../store/rules/Rules.ts"
import { RuleStates } from "../../../store/rules/RuleStates.ts"
import { ports, Subjects } from "../../../backtest/ports.ts"
import { checkDocument } from "../../backtest/checkDocument.ts"
import { visibleSubjects } from "../../backtest/ruleCoverage.ts"
import { findRules, withActivity } from "../../backtest/listRules.ts"
import { readDocument, warningsOf } from "../../backtest/readDocument.ts"
import { orRetryLater, BacktestQueue } from "../../backtest/BacktestQueue.ts"
import { makeTryTemplates } from "../../backtest/tryTemplates.ts"
import { expectedEditions } from "../../http/entityTags.ts"
import { page, PLACEHOLDER_TIME } from "../../http/paging.ts"
import { outsideScope, stale } from "../../http/asRefusal.ts"
import { withActor, withActorPermissions, withVisibility } from "../../access/withCaller.ts"

const answer = ({ etag }: Edition, body: object, status = 200) =>
  HttpServerResponse.jsonUnsafe(body, { status, headers: { etag: `"${etag}"` } })

const toContractError = (refusal: Missing | RuleStale | RuleRefused) =>
  refusal instanceof Missing
    ? notFound()
    : refusal instanceof RuleRefused
      ? Invalid.of(refusal.issues)
      : stale(refusal.current, "The rule")

/** Returns a page of the templates; a template's key in the cursor is its index. */
const templates = ({ after, limit }: Window): Slice<Template> => {
  const end = (after === null ? 0 : Number(after.id) + 1) + limit
  return {
    items: gallery.slice(end - limit, end),
    next: end < gallery.length ? { time: PLACEHOLDER_TIME, id: String(end - 1) } : null
  }
}

/** `RulesLive` reads, saves, checks and archives rules, and lists versions, states and templates. */
export const RulesLive = HttpApiBuilder.group(
  Api,
  "rules",
  Effect.fnUntraced(function* (handlers) {
    const rules = yield* Rules
    const states = yield* RuleStates
    const stores = {
      rules,
      metrics: yield* ProjectMetrics,
      features: yield* FeatureSamples,
      activity: yield* RuleActivity,
      naming: yield* RuleNames,
      subjects: yield* Subjects
    }
    const warnings = (projectId: string, parsed: Parsed) =>
      withVisibility((seen) =>
        warningsOf(stores, projectId, parsed, visibleSubjects(stores.subjects, projectId, seen))
      )
    const tryTemplates = yield* makeTryTemplates(yield* ports, yield* BacktestQueue)
    return handlers.handleAll({
      list: ({ params, query: { include, ...query }, request }) =>
        Effect.map(
          withVisibility((seen) =>
            page(request, query, (window) =>
              Effect.gen(function* () {
                const { items, next } = yield* findRules(stores, params.project_id, seen, query, window)
                if (include === undefined) return { items, next }
                return { items: yield* withActivity(stores, params.project_id, seen, items), next }
              })
            )
          ),
          (p) => HttpServerResponse.jsonUnsafe(p)
        ),
      create: ({ params, payload: { document, ...input } }) =>
        Effect.gen(function* () {
          const parsed = yield* readDocument(document)
          const created = yield* withActor((actor, seen) =>
            rules.create(actor, params.project_id, seen, input, parsed)
          ).pipe(Effect.mapError((r) => Invalid.of(r.issues)))
          return answer(
            created,
            { ...created.rule, version: 1, warnings: yield* warnings(params.project_id, parsed) },
            201
          )
        }),
      templates: ({ params, query, request }) =>
        orRetryLater(
          Effect.gen(function* () {
            const listed = yield* page(
              request,
              query,
              (window) => Effect.succeed(templates(window)),
              "integer"
            )
            if (query.tried === undefined) return HttpServerResponse.jsonUnsafe(listed)
            const tried = yield* withVisibility((seen) => tryTemplates(params.project_id, seen))
            return HttpServerResponse.jsonUnsafe({
              ...listed,
              items: listed.items.map((one) => ({ ...one, tried: tried.get(one.key) }))
            })
          })
        ),
      check: ({ params, payload: { document } }) =>
        Effect.map(
          withActorPermissions((_, may) =>
            withVisibility((seen) =>
              checkDocument(stores, params.project_id, seen, may("rules:write"), document)
            )
          ),
          (found) => HttpServerResponse.jsonUnsafe(found)
        ),
      schema: () => Effect.succeed(HttpServerResponse.jsonUnsafe(ruleSchema)),
      get: ({ params }) =>
        withVisibility((seen) => rules.get(params.project_id, seen, params.rule_id)).pipe(
          Effect.map((found) => answer(found, found.rule)),
          Effect.mapError(notFound)
        ),
      update: ({ headers, params, payload }) =>
        Effect.gen(function* () {
          const updated = yield* withActor((actor, seen) =>
            rules.update(
              actor,
              params.project_id,
              seen,
              params.rule_id,
              expectedEditions(headers["if-match"]),
              payload
            )
          )
          return answer(updated, updated.rule)
        }).pipe(Effect.mapError((r) => (r instanceof OutsideScope ? outsideScope(r) : toContractError(r)))),
      archive: ({ headers, params }) =>
        withActor((actor, seen) =>
          rules.archive(actor, params.project_id, seen, params.rule_id, expectedEditions(headers["if-match"]))
        ).pipe(Effect.mapError((r) => (r instanceof OutsideScope ? outsideScope(r) : toContractError(r)))),
      saveDocument: ({ headers, params, payload }) =>
        Effect.gen(function* () {
          const parsed = yield* readDocument(payload.document)
          const updated = yield* withActor((actor, seen) =>
            rules.saveDocument(
              actor,
              params.project_id,
              seen,
              params.rule_id,
              expectedEditions(headers["if-match"]),
              parsed,
              { activate: payload.activate ?? true, dryRun: payload.dry_run ?? false }
            )
          ).pipe(Effect.mapError(toContractError))
          return answer(updated, {
            ...updated.rule,
            version: updated.version,
            ...(payload.dry_run === true ? { differs: updated.differs, resets: updated.resets } : {}),
            warnings: yield* warnings(params.project_id, parsed)
          })
        }),
      versions: ({ params, query, request }) =>
        withVisibility((seen) =>
          page(
            request,
            query,
            (window) => rules.versions(params.project_id, seen, params.rule_id, window),
            "integer"
          )
        ).pipe(
          Effect.map((p) => HttpServerResponse.jsonUnsafe(p)),
          Effect.catchTag("Missing", notFound)
        ),
      version: ({ params }) =>
        withVisibility((seen) => rules.version(params.project_id, seen, params.rule_id, params.version)).pipe(
          Effect.map((v) => HttpServerResponse.jsonUnsafe(v)),
          Effect.mapError(notFound)
        ),
      state: ({ params, query, request }) =>
        withVisibility((seen) =>
          page(request, query, (window) => states.list(params.project_id, seen, params.rule_id, window))
        ).pipe(Effect.catchTag("Missing", notFound))
    })
  })
)
