// Authorizes requests: compares the caller's permissions with the one that the endpoint needs; denies by
// default. Memberships are read for every request and not cached, so that a change takes effect with the next
// one; calls within the process that answer one request share what was read for it.
import { Context, Effect, Layer, Schema } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { type Actor, isUnrestricted } from "../../domain/access/Actor.ts"
import { type Membership, permissionsOfPerson, permissionsIn } from "../../domain/access/Membership.ts"
import { addedPermissions, type Permission, permissions } from "../../domain/access/Permission.ts"
import type { Reach } from "../../domain/access/Visibility.ts"
import {
  CostOfPage,
  type Cost,
  Costs,
  CostsWith,
  CurrentActor,
  CurrentVisibility,
  type Need,
  Needs,
  Permit
} from "../../contract/http/authorization.ts"
import { Forbidden, NotFound, notFound } from "../../contract/http/errors.ts"
import { Slug } from "../../domain/tracking/Project.ts"
import { AuditLog } from "../../store/access/AuditLog.ts"
import { Memberships } from "../../store/access/Memberships.ts"
import { hashOfSession } from "../../store/access/Sessions.ts"
import { AccessWatch } from "../../store/access/AccessWatch.ts"
import { Visibilities } from "../../store/access/Visibilities.ts"
import { makeCostLimit } from "../http/costLimit.ts"
import { makeReadAccess } from "./KnownAccess.ts"
import { readSessionCookie } from "./sessionCookie.ts"
import { SessionPolicy } from "./SessionPolicy.ts"
import { redactPath } from "../http/redactPath.ts"

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const isSlug = Schema.is(Slug)

/** Returns 404 with a hint on addressing; it does not reveal whether the project exists. */
const slugNotFound = () =>
  new NotFound({
    code: "NOT_FOUND",
    detail: "A project is addressed by its id, not by its slug: GET /api/v1/projects lists both."
  })

const permissionKeys: ReadonlySet<string> = new Set(permissions)
const isPermission = (need: Need | undefined): need is Permission =>
  need !== undefined && permissionKeys.has(need)

/** Needs that only admins of the server or of a project have: their refusals go to the audit log. */
const adminNeeds: ReadonlySet<Need> = new Set(["server_admin", ...addedPermissions.admin])
const isForAdmins = (need: Need | undefined): boolean => need !== undefined && adminNeeds.has(need)

/**
 * `HeldPermissions` answers whether the caller has a permission, and whether the person behind a token has
 * it.
 */
interface HeldPermissions {
  readonly may: (permission: Permission) => boolean
  readonly personHas: (permission: Permission) => boolean
}

/** Returns whether a caller has what an endpoint needs. */
const isPermitted = (actor: Actor, need: Need | undefined, { may }: HeldPermissions): boolean => {
  switch (need) {
    case undefined:
    case "nothing":
    case "source_token":
      return false // such endpoints are not authorized here
    case "known_caller":
      return true
    case "account":
      return isUnrestricted(actor)
    case "server_admin":
      return actor.serverAdmin && isUnrestricted(actor)
    default:
      return may(need)
  }
}

/** Returns as how many requests a page counts, by its limit. An invalid limit is refused later and costs one. */
const unitsOf = (page: (typeof CostOfPage)["Service"], url: string): number => {
  if (page === undefined) return 1
  const { rowsPerUnit, maximum, standard } = page
  const limit = new URL(url, "http://page").searchParams.get("limit")
  const requestedLimit = limit === null ? standard : Number(limit)
  return requestedLimit >= 1 ? Math.ceil(Math.min(requestedLimit, maximum) / rowsPerUnit) : 1
}

/** Returns the kind of cost that a request has; undefined: not limited. */
const costOf = (annotations: Context.Context<never>, url: string): Cost | undefined => {
  const member = Context.get(annotations, CostsWith)
  return member === undefined || new URL(url, "http://cost").searchParams.has(member)
    ? Context.get(annotations, Costs)
    : undefined
}

const detailOf = (actor: Actor, need: Need | undefined, grants: HeldPermissions): string => {
  if (need === "account") return "This is for a person's own session, or the start-up token."
  const isOfPerson = isPermission(need) ? grants.personHas(need) : actor.serverAdmin
  const suffix = isOfPerson ? ", which the token does not carry" : ""
  return `This needs the permission ${need ?? "that nobody has"}${suffix}.`
}

/** `PermitLive` authorizes each request, and provides what its caller may see. */
export const PermitLive = Layer.effect(
  Permit,
  Effect.gen(function* () {
    const memberships = yield* Memberships
    const readAccess = yield* makeReadAccess
    const visibilities = yield* Visibilities
    const accessWatch = yield* AccessWatch
    const policy = yield* SessionPolicy
    const log = yield* AuditLog
    const withinLimit = yield* makeCostLimit

    /** Returns what the members see of each of the projects of `places`. */
    const visibilityOf = Effect.fnUntraced(function* (actor: Actor, places: ReadonlyArray<Membership>) {
      const limits = yield* visibilities.of(
        actor.userId,
        places.filter((p) => p.scoped).map((p) => p.projectId)
      )
      return places.map(({ projectId, scoped }) => ({
        projectId,
        visibility: scoped ? limits(projectId) : null
      }))
    })

    /**
     * Returns the caller's permissions in the project of a path. A project that they are no member of, or
     * that their token is not for, is answered as if it did not exist.
     */
    const accessInProject = Effect.fnUntraced(function* (
      actor: Actor,
      projectParam: string,
      request: HttpServerRequest.HttpServerRequest
    ) {
      if (!UUID_PATTERN.test(projectParam)) return yield* isSlug(projectParam) ? slugNotFound() : notFound()
      const projectId = projectParam.toLowerCase()
      const access = yield* readAccess(actor, projectId)
      if (access === null) return yield* notFound()
      const { membership } = access
      const ofMember = permissionsOfPerson(actor, membership),
        carried = permissionsIn(actor, projectId, membership)
      const grants: HeldPermissions = {
        may: (key) => carried.has(key),
        personHas: (key) => ofMember.has(key)
      }
      const reach =
        actor.serverAdmin || membership === null
          ? [{ projectId, visibility: null }]
          : yield* visibilityOf(actor, [membership])
      const visibility = reach[0]!.visibility
      const session = actor.kind === "user" ? readSessionCookie(policy, request) : null
      const credential =
        session === null
          ? { tokenId: actor.id }
          : { sessionHash: hashOfSession(session), idleSeconds: policy.idleSeconds }
      const accessEnds = accessWatch.ends({
        userId: actor.userId,
        projectId,
        by: credential,
        print: access.print,
        roster: access.roster,
        visibility
      })
      return { projectId, grants, visibilityState: { visibility, reach, may: grants.may, accessEnds } }
    })

    /**
     * Returns the caller's permissions on a path without a project: a permission held in any project counts,
     * and reaches the projects in which it is held.
     */
    const accessAnywhere = Effect.fnUntraced(function* (actor: Actor, need: Need | undefined) {
      const places = isPermission(need) && !actor.serverAdmin ? yield* memberships.all(actor.userId) : []
      const may = (key: Permission) =>
        actor.serverAdmin
          ? actor.scopes === null || actor.scopes.has(key)
          : places.some((place) => permissionsIn(actor, place.projectId, place).has(key))
      const grants: HeldPermissions = {
        may,
        personHas: (key) =>
          places.some((place) => permissionsOfPerson(actor, place).has(key)) || actor.serverAdmin
      }
      const reach: Reach = actor.serverAdmin
        ? actor.projectIds === null
          ? null
          : [...actor.projectIds].map((projectId) => ({ projectId, visibility: null }))
        : isPermission(need)
          ? yield* visibilityOf(
              actor,
              places.filter((place) => permissionsIn(actor, place.projectId, place).has(need))
            )
          : []
      return {
        projectId: null,
        grants,
        visibilityState: { visibility: null, reach, may, accessEnds: Effect.never }
      }
    })

    return Permit.of(
      Effect.fnUntraced(function* (app, { endpoint }) {
        const actor = yield* CurrentActor
        const request = yield* HttpServerRequest.HttpServerRequest
        const projectParam = (yield* HttpRouter.params)["project_id"]
        const need = Context.get(endpoint.annotations, Needs)
        const { grants, projectId, visibilityState } =
          projectParam === undefined
            ? yield* accessAnywhere(actor, need)
            : yield* accessInProject(actor, projectParam, request)
        if (isPermitted(actor, need, grants))
          return yield* withinLimit(
            actor,
            costOf(endpoint.annotations, request.url),
            Effect.provideService(app, CurrentVisibility, visibilityState),
            unitsOf(Context.get(endpoint.annotations, CostOfPage), request.url)
          )
        if (isForAdmins(need)) {
          yield* log.note(actor, {
            action: "access.denied",
            objectType: "route",
            objectId: `${endpoint.method} ${endpoint.path}`,
            projectId,
            detail: { path: redactPath(request.url) }
          })
        }
        // the caller is a member, so the refusal may name the members who hold the permission
        const holders =
          projectId === null || !isPermission(need)
            ? []
            : yield* memberships.holders(projectId, need, actor.userId)
        return yield* new Forbidden({
          code: "FORBIDDEN",
          detail: detailOf(actor, need, grants),
          ...(need === undefined ? {} : { permission: need }),
          ...(holders.length === 0 ? {} : { granted_by: holders })
        })
      })
    )
  })
)
