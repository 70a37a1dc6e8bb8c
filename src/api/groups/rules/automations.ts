// Handlers of automations.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { TooMany } from "../../../contract/http/errors.ts"
import { CurrentActor, CurrentVisibility } from "../../../contract/http/authorization.ts"
import type { Permission } from "../../../domain/access/Permission.ts"
import { type Automation, DEFAULT_MAX_EVENT_AGE_SECONDS } from "../../../domain/automation/Automation.ts"
import { MAX_TESTS_PER_MINUTE } from "../../../domain/automation/Delivery.ts"
import { hideAddresses } from "../../../domain/automation/hideAddresses.ts"
import { AutomationPreviews } from "../../../store/delivery/AutomationPreviews.ts"
import { Automations } from "../../../store/delivery/Automations.ts"
import { respondRetryLater } from "../../http/respondRetryLater.ts"
import { expectedEditions, withEdition } from "../../http/entityTags.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { withVisibility } from "../../access/withCaller.ts"
import { ListensAt } from "../system/diagnostics.ts"
import { AllowPrivateWebhooks, checkWebhookAddresses } from "../events/checkWebhookAddresses.ts"

const shownTo = (may: (permission: Permission) => boolean, automation: Automation): Automation =>
  may("automations:write") ? automation : hideAddresses(automation)

/** Values of members that a draft leaves out, as of a new automation. */
const blank = {
  name: "New automation",
  event_types: [],
  min_severity: "info",
  require_alert: false,
  rule_ids: [],
  entity_ids: [],
  max_event_age_seconds: DEFAULT_MAX_EVENT_AGE_SECONDS,
  remind_acknowledged: false
} as const

/** `AutomationsLive` reads, changes, previews and tests automations. */
export const AutomationsLive = HttpApiBuilder.group(
  Api,
  "automations",
  Effect.fnUntraced(function* (handlers) {
    const automations = yield* Automations
    const previews = yield* AutomationPreviews
    const { public_url } = yield* ListensAt
    const allowPrivate = yield* AllowPrivateWebhooks
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        Effect.flatMap(CurrentVisibility, ({ may, visibility }) =>
          page(request, query, (window) => automations.list(params.project_id, visibility, window)).pipe(
            Effect.map((found) => ({ ...found, items: found.items.map((one) => shownTo(may, one)) }))
          )
        ),
      create: ({ params, payload }) =>
        Effect.gen(function* () {
          yield* checkWebhookAddresses(payload.actions, allowPrivate)
          return withEdition(yield* automations.create(yield* CurrentActor, params.project_id, payload), 201)
        }).pipe(asRefusal),
      preview: ({ params, payload }) =>
        withVisibility((visibility) => {
          const { name, ...bounds } = { ...blank, ...payload }
          return previews.preview(params.project_id, visibility, { name, bounds, base: public_url })
        }),
      get: ({ params }) =>
        Effect.flatMap(CurrentVisibility, ({ may, visibility }) =>
          Effect.map(automations.get(params.project_id, visibility, params.automation_id), (found) =>
            withEdition(shownTo(may, found))
          )
        ).pipe(asRefusal),
      update: ({ headers, params, payload }) =>
        Effect.gen(function* () {
          yield* checkWebhookAddresses(payload.actions ?? [], allowPrivate)
          return withEdition(
            yield* automations.update(
              yield* CurrentActor,
              params.project_id,
              params.automation_id,
              expectedEditions(headers["if-match"]),
              payload
            )
          )
        }).pipe(asRefusal),
      remove: ({ headers, params }) =>
        Effect.flatMap(CurrentActor, (actor) =>
          automations.remove(
            actor,
            params.project_id,
            params.automation_id,
            expectedEditions(headers["if-match"])
          )
        ).pipe(asRefusal),
      rotateSecret: ({ params }) =>
        Effect.flatMap(CurrentActor, (actor) =>
          automations.rotateSecret(actor, params.project_id, params.automation_id, params.action_id)
        ).pipe(asRefusal),
      test: ({ params }) =>
        Effect.flatMap(CurrentActor, (actor) =>
          automations.test(actor, params.project_id, params.automation_id)
        ).pipe(
          Effect.map((deliveries) => ({ deliveries })),
          Effect.catchTag("TooManyTests", ({ seconds }) =>
            respondRetryLater(
              new TooMany({
                code: "TOO_MANY_TESTS",
                detail: `A project may have ${MAX_TESTS_PER_MINUTE} tests a minute: try again in ${seconds} s.`
              }),
              seconds
            )
          ),
          asRefusal
        )
    })
  })
)
