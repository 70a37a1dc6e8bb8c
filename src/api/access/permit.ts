// May they: holds the caller against the permission its endpoint names. Deny by default. What somebody is in
// a project is read for every request and kept by nobody, so that a change holds from the next one on.
import { Context, Effect, Layer, Schema } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { type Actor, isWhole } from "../../domain/access/Actor.ts"
import { type Membership, ofPerson, permissionsIn } from "../../domain/access/Membership.ts"
import { added, type Permission, permissions } from "../../domain/access/Permission.ts"
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
import { readCookie } from "./sessionCookie.ts"
import { SessionPolicy } from "./SessionPolicy.ts"
import { redactPath } from "../http/redactPath.ts"

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const isSlug = Schema.is(Slug)

/** Says nothing of what there is: only how it is asked for. */
const slugGiven = () =>
  new NotFound({
    code: "NOT_FOUND",
    detail: "A project is addressed by its id, not by its slug: GET /api/v1/projects lists both."
  })

const keys: ReadonlySet<string> = new Set(permissions)
const isPermission = (need: Need | undefined): need is Permission => need !== undefined && keys.has(need)

/** What admins alone may, of the server or of a project: a refusal of it is in the audit log. */
const admins: ReadonlySet<Need> = new Set(["server_admin", ...added.admin])
const isAdmins = (need: Need | undefined): boolean => need !== undefined && admins.has(need)

/**
 * What a caller has where they ask: the permissions, and whether the person has one that these credentials do
 * not carry.
 */
interface Held {
  readonly may: (permission: Permission) => boolean
  readonly mightBesides: (permission: Permission) => boolean
}

/** Whether a caller has what an endpoint needs. */
const has = (actor: Actor, need: Need | undefined, { may }: Held): boolean => {
  switch (need) {
    case undefined:
    case "nothing":
    case "source_token":
      return false // no route behind the guard
    case "known_caller":
      return true
    case "account":
      return isWhole(actor)
    case "server_admin":
      return actor.serverAdmin && isWhole(actor)
    default:
      return may(need)
  }
}

/** How many a request counts as; what is no number is refused later, and costs one. */
const pagesCost = (page: (typeof CostOfPage)["Service"], url: string): number => {
  if (page === undefined) return 1
  const { rowsPerUnit, maximum, standard } = page
  const limit = new URL(url, "http://page").searchParams.get("limit")
  const asked = limit === null ? standard : Number(limit)
  return asked >= 1 ? Math.ceil(Math.min(asked, maximum) / rowsPerUnit) : 1
}

/** What is counted of a request; undefined: nothing. */
const costOf = (annotations: Context.Context<never>, url: string): Cost | undefined => {
  const member = Context.get(annotations, CostsWith)
  return member === undefined || new URL(url, "http://cost").searchParams.has(member)
    ? Context.get(annotations, Costs)
    : undefined
}

const detailOf = (actor: Actor, need: Need | undefined, held: Held): string => {
  if (need === "account") return "This is for a person's own session, or the start-up token."
  const isTheirs = isPermission(need) ? held.mightBesides(need) : actor.serverAdmin
  return `This needs the permission ${need ?? "that nobody has"}${isTheirs ? ", which the token does not carry" : ""}.`
}

export const PermitLive = Layer.effect(
  Permit,
  Effect.gen(function* () {
    const memberships = yield* Memberships
    const visibilities = yield* Visibilities
    const accessWatch = yield* AccessWatch
    const policy = yield* SessionPolicy
    const log = yield* AuditLog
    const withinLimit = yield* makeCostLimit

    /** What is seen of each of these projects by somebody who is what they are there. */
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
     * How the caller stands in the project of a path. One that they are no member of, or that a token is not
     * for, is like one that is not there.
     */
    const inside = Effect.fnUntraced(function* (
      actor: Actor,
      given: string,
      request: HttpServerRequest.HttpServerRequest
    ) {
      if (!UUID.test(given)) return yield* isSlug(given) ? slugGiven() : notFound()
      const projectId = given.toLowerCase()
      const access =
        actor.projectIds === null || actor.projectIds.has(projectId)
          ? yield* memberships.accessTo(actor.userId, projectId)
          : null
      if (access === null || (access.membership === null && !actor.serverAdmin)) return yield* notFound()
      const { membership } = access
      const theirs = ofPerson(actor, membership),
        carried = permissionsIn(actor, projectId, membership)
      const held: Held = { may: (key) => carried.has(key), mightBesides: (key) => theirs.has(key) }
      const reach =
        actor.serverAdmin || membership === null
          ? [{ projectId, visibility: null }]
          : yield* visibilityOf(actor, [membership])
      const visibility = reach[0]!.visibility
      const session = actor.kind === "user" ? readCookie(policy, request) : null
      const by =
        session === null
          ? { tokenId: actor.id }
          : { sessionHash: hashOfSession(session), idleSeconds: policy.idleSeconds }
      const accessEnds = accessWatch.ends({
        userId: actor.userId,
        projectId,
        by,
        print: access.print,
        roster: access.roster,
        visibility
      })
      return { projectId, held, seen: { visibility, reach, may: held.may, accessEnds } }
    })

    /**
     * How the caller stands where no project is named: a permission is had where it is had in any, and
     * reaches as far.
     */
    const outside = Effect.fnUntraced(function* (actor: Actor, need: Need | undefined) {
      const all = isPermission(need) && !actor.serverAdmin ? yield* memberships.all(actor.userId) : []
      const may = (key: Permission) =>
        actor.serverAdmin
          ? actor.scopes === null || actor.scopes.has(key)
          : all.some((place) => permissionsIn(actor, place.projectId, place).has(key))
      const held: Held = {
        may,
        mightBesides: (key) => all.some((place) => ofPerson(actor, place).has(key)) || actor.serverAdmin
      }
      const reach: Reach = actor.serverAdmin
        ? actor.projectIds === null
          ? null
          : [...actor.projectIds].map((projectId) => ({ projectId, visibility: null }))
        : isPermission(need)
          ? yield* visibilityOf(
              actor,
              all.filter((place) => permissionsIn(actor, place.projectId, place).has(need))
            )
          : []
      return { projectId: null, held, seen: { visibility: null, reach, may, accessEnds: Effect.never } }
    })

    return Permit.of(
      Effect.fnUntraced(function* (app, { endpoint }) {
        const actor = yield* CurrentActor
        const request = yield* HttpServerRequest.HttpServerRequest
        const given = (yield* HttpRouter.params)["project_id"]
        const need = Context.get(endpoint.annotations, Needs)
        const { held, projectId, seen } =
          given === undefined ? yield* outside(actor, need) : yield* inside(actor, given, request)
        if (has(actor, need, held))
          return yield* withinLimit(
            actor,
            costOf(endpoint.annotations, request.url),
            Effect.provideService(app, CurrentVisibility, seen),
            pagesCost(Context.get(endpoint.annotations, CostOfPage), request.url)
          )
        if (isAdmins(need)) {
          yield* log.note(actor, {
            action: "access.denied",
            objectType: "route",
            objectId: `${endpoint.method} ${endpoint.path}`,
            projectId,
            detail: { path: redactPath(request.url) }
          })
        }
        // whoever came so far knows the project
        const holders =
          projectId === null || !isPermission(need)
            ? []
            : yield* memberships.holders(projectId, need, actor.userId)
        return yield* new Forbidden({
          code: "FORBIDDEN",
          detail: detailOf(actor, need, held),
          ...(need === undefined ? {} : { permission: need }),
          ...(holders.length === 0 ? {} : { granted_by: holders })
        })
      })
    )
  })
)
