// Handlers of unknown identities: devices that reported without being registered.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { Forbidden, Invalid } from "../../../contract/http/errors.ts"
import type { Actor } from "../../../domain/access/Actor.ts"
import { permissionsIn } from "../../../domain/access/Membership.ts"
import { MAX_NAMED_IDENTITIES, type NewRegistrations } from "../../../domain/tracking/UnknownIdentity.ts"
import { Memberships } from "../../../store/access/Memberships.ts"
import {
  UnknownIdentities,
  type UnseenIdentities
} from "../../../store/tracking/devices/UnknownIdentities.ts"
import { queryValues } from "../../http/queryValues.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { withActorReach, withReach } from "../../access/withCaller.ts"

const unknownReferences = ({ places }: UnseenIdentities) =>
  Invalid.of(
    places.map((i) => ({
      pointer: `/identity_ids/${i}`,
      code: "UNKNOWN_REFERENCE",
      detail: "There is no such unknown identity."
    }))
  )

/** Checks that `each` names identities of `identity_ids`, each once. */
const checkEach = ({ each = [], identity_ids }: NewRegistrations) => {
  const places = new Map(each.map(({ identity_id }, i) => [identity_id, i]))
  const issues = each.flatMap(({ identity_id }, i) => {
    const pointer = `/each/${i}/identity_id`
    if (!identity_ids.includes(identity_id))
      return [{ pointer, code: "UNKNOWN_REFERENCE", detail: "It is none of `identity_ids`." }]
    return places.get(identity_id) === i
      ? []
      : [{ pointer, code: "DUPLICATE", detail: "The same identity is named once more." }]
  })
  return issues.length === 0 ? Effect.void : Effect.fail(Invalid.of(issues))
}

/** `UnknownIdentitiesLive` lists unknown identities, and registers or ignores them. */
export const UnknownIdentitiesLive = HttpApiBuilder.group(
  Api,
  "unknownIdentities",
  Effect.fnUntraced(function* (handlers) {
    const unknown = yield* UnknownIdentities
    const memberships = yield* Memberships

    /** Checks the permission to create entities; the endpoint itself requires the one for devices. */
    const checkEntities = Effect.fnUntraced(function* (actor: Actor, projectId: string) {
      const access = yield* memberships.accessTo(actor.userId, projectId)
      if (access !== null && permissionsIn(actor, projectId, access.membership).has("entities:write")) return
      return yield* new Forbidden({
        code: "FORBIDDEN",
        detail: "To make entities needs the permission entities:write in the project.",
        permission: "entities:write"
      })
    })

    return handlers.handleAll({
      list: ({ query, request }) =>
        withReach((reach) => page(request, query, (window) => unknown.list(reach, query, window))),
      sources: ({ query, request }) =>
        withReach((reach) => page(request, query, (window) => unknown.sources(reach, window))),
      reports: ({ query: { identity_id, include, ...query }, request }) =>
        Effect.gen(function* () {
          const ids = identity_id === undefined ? null : queryValues(identity_id)
          if (ids !== null && ids.length > MAX_NAMED_IDENTITIES)
            return yield* Invalid.at(
              "/identity_id",
              "TOO_MANY",
              `At most ${MAX_NAMED_IDENTITIES} identities are named in one request.`
            )
          const fields = include === "fields"
          return yield* withReach((reach) =>
            page(request, query, (window) => unknown.reports(reach, { ids, fields }, window), "integer")
          )
        }),
      createDevices: ({ payload }) =>
        withActorReach((actor, reach) =>
          Effect.gen(function* () {
            const { each = [], entity_type_id, group_id, project_id, valid_from } = payload
            yield* checkEach(payload)
            const entityId = each.find((one) => one.entity_id !== undefined)?.entity_id
            if (
              project_id === undefined &&
              (entity_type_id ?? group_id ?? valid_from ?? entityId) !== undefined
            )
              return yield* Invalid.at(
                "/project_id",
                "MISSING",
                "Entities, their group and the start of an assignment are of a project: name it."
              )
            if (entity_type_id === undefined && group_id !== undefined)
              return yield* Invalid.at(
                "/entity_type_id",
                "MISSING",
                "The group is of the new entities: name their type."
              )
            if (entity_type_id !== undefined && project_id !== undefined)
              yield* checkEntities(actor, project_id)
            return { items: yield* unknown.register(actor, reach, payload) }
          })
        ).pipe(Effect.catchTag("UnseenIdentities", unknownReferences), asRefusal),
      ignore: ({ payload }) =>
        withActorReach((actor, reach) => unknown.setIgnored(actor, reach, payload.identity_ids, true)).pipe(
          Effect.map((items) => ({ items })),
          Effect.catchTag("UnseenIdentities", unknownReferences)
        ),
      unignore: ({ payload }) =>
        withActorReach((actor, reach) => unknown.setIgnored(actor, reach, payload.identity_ids, false)).pipe(
          Effect.map((items) => ({ items })),
          Effect.catchTag("UnseenIdentities", unknownReferences)
        )
    })
  })
)
