// Who may use the endpoint, asked before the protocol sees a request: known by an access token, let in with the
// scopes and into the project that a call is about; and every call leaves an entry in the audit log.
import { Effect, type Scope } from "effect"
import { appendPreResponseHandler } from "effect/http/HttpEffect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { ProtectedResource } from "../api/authorization/ProtectedResource.ts"
import { makeCostLimit } from "../api/http/costLimit.ts"
import { answerBodyRefused } from "../api/http/readBody.ts"
import { checkJson, readText } from "../api/http/readRequest.ts"
import { makeReportLimit, MAX_REPORTS_PER_HOUR } from "../api/http/reportLimit.ts"
import { RequestId } from "../api/http/RequestId.ts"
import type { Actor } from "../domain/access/Actor.ts"
import { actorOfClient } from "../domain/access/ClientAccess.ts"
import { permissionsIn } from "../domain/access/Membership.ts"
import { AuditLog } from "../store/access/AuditLog.ts"
import { ClientAccesses } from "../store/access/ClientAccesses.ts"
import { Memberships } from "../store/access/Memberships.ts"
import { type Caller, CurrentCaller } from "./Caller.ts"
import {
  beyondPerson,
  clientsAreOff,
  foreignPage,
  MCP_PATH,
  missingScope,
  noSuchProject,
  tooManyReports,
  unknownCaller
} from "./refusals.ts"
import { readRpc, type Rpc, summaryOf } from "./rpc.ts"
import { Sessions } from "./Sessions.ts"
import { findTool } from "./tools/all.ts"

type Response = HttpServerResponse.HttpServerResponse
type App = Effect.Effect<Response, never, HttpServerRequest.HttpServerRequest | Scope.Scope>

/** A rule document is the largest thing that is sent here. */
const LIMITS = { bytes: 256 * 1024, depth: 32, nodes: 20_000 }
const SESSION = "mcp-session-id"

const bearer = /^bearer +([\w.~+/-]{16,512}=*) *$/i
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** What the protocol reads of a request. */
const heard = /^(?:accept|content-type|last-event-id|mcp-[\w-]+)$/

/** Of requests that stay within. */
const OWN = `http://inside${MCP_PATH}`

/** A request of which the body has been read already, for whoever reads it again. */
const readAlready = ({ headers, method }: HttpServerRequest.HttpServerRequest, body: string | null) =>
  HttpServerRequest.fromWeb(
    new Request(OWN, {
      method,
      headers: Object.entries(headers).filter(([name]) => heard.test(name)),
      ...(body === null ? {} : { body })
    })
  )

/** What a call is refused with before anything is done; null: nothing is in its way. */
interface Verdict {
  readonly refusal: Response | null
  /** the project that it is about, where the caller was let into it */
  readonly projectId: string | null
}

/** The endpoint behind the gate; `app` speaks the protocol. */
export const makeGate = Effect.fnUntraced(function* (app: App) {
  const accesses = yield* ClientAccesses
  const memberships = yield* Memberships
  const log = yield* AuditLog
  const withinLimit = yield* makeCostLimit
  const waitToReport = yield* makeReportLimit
  const sessions = new Sessions()
  const findResource = yield* ProtectedResource

  const judge = Effect.fnUntraced(function* (resource: ProtectedResource, actor: Actor, rpc: Rpc) {
    const tool = rpc.method === "tools/call" ? findTool(rpc.target) : undefined
    const pass: Verdict = { refusal: null, projectId: null }
    if (tool === undefined) return pass // what there is none of, the protocol says itself
    const lacks = tool.needs.some((scope) => actor.scopes?.has(scope) === false)
    const refusal = lacks ? missingScope(resource, rpc, tool.needs) : null
    const given = rpc.args["project_id"]
    if (!tool.inProject || typeof given !== "string" || !uuid.test(given)) return { ...pass, refusal }
    const projectId = given.toLowerCase()
    const access =
      actor.projectIds?.has(projectId) === false ? null : yield* memberships.accessTo(actor.userId, projectId)
    if (access === null || (access.membership === null && !actor.serverAdmin))
      return { ...pass, refusal: refusal ?? noSuchProject(rpc) }
    // whoever keeps the project reads of what was refused in it
    if (refusal !== null) return { refusal, projectId }
    const may = permissionsIn(actor, projectId, access.membership)
    return {
      refusal: tool.needs.every((scope) => may.has(scope)) ? null : beyondPerson(rpc, tool.needs),
      projectId
    } satisfies Verdict
  })

  const note = (caller: Caller, rpc: Rpc, { projectId, refusal }: Verdict) =>
    log.note(caller.actor, {
      action: refusal === null ? "mcp.called" : "mcp.refused",
      objectType: rpc.method === "resources/read" ? "mcp_resource" : "mcp_tool",
      objectId: rpc.target,
      projectId,
      detail: {
        person_id: caller.actor.userId,
        outcome: refusal === null ? caller.outcome : String(refusal.status),
        input: summaryOf(rpc.args)
      }
    })

  /** Ends sessions that are one too many, as their clients would. */
  const endSessions = (ids: ReadonlyArray<string>) =>
    Effect.forEach(
      ids,
      (id) => {
        const request = new Request(OWN, { method: "DELETE", headers: { [SESSION]: id } })
        return Effect.scoped(
          Effect.provideService(
            Effect.ignoreCause(app),
            HttpServerRequest.HttpServerRequest,
            HttpServerRequest.fromWeb(request)
          )
        )
      },
      { discard: true }
    )

  /** What of the protocol's own sessions has to be watched; asked after the protocol, which names them last. */
  const watchSessions = (actor: Actor, method: string, session: string | undefined) =>
    appendPreResponseHandler((_, response) =>
      Effect.gen(function* () {
        const begun = response.headers[SESSION]
        if (begun !== undefined && session === undefined) yield* endSessions(sessions.begin(begun, actor.id))
        if (method === "DELETE" && response.status === 204 && session !== undefined) sessions.end(session)
        return response
      })
    )

  const answer = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    resource: ProtectedResource,
    actor: Actor
  ) {
    const session = request.headers[SESSION]
    if (session !== undefined && !sessions.has(session, actor.id))
      return HttpServerResponse.jsonUnsafe(
        {
          jsonrpc: "2.0",
          id: null,
          error: { code: -32001, message: "There is no such session: begin one." }
        },
        { status: 404 }
      )
    const text = request.method === "POST" ? yield* readText(request, LIMITS.bytes) : null
    if (text !== null) yield* checkJson(text, LIMITS)
    const speak = app.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, readAlready(request, text)),
      Effect.tap(watchSessions(actor, request.method, session))
    )
    const rpc = text === null ? null : readRpc(text)
    if (rpc === null || rpc.target === null) return yield* speak
    const caller: Caller = { actor, outcome: rpc.method === "resources/read" ? "answered" : "not answered" }
    const judged = yield* judge(resource, actor, rpc)
    const adds = findTool(rpc.target)?.effects === "adds"
    const wait = adds && judged.refusal === null ? yield* waitToReport(actor.id) : 0
    const verdict =
      wait === 0 ? judged : { ...judged, refusal: tooManyReports(rpc, MAX_REPORTS_PER_HOUR, wait) }
    const spoken = verdict.refusal === null ? Effect.provideService(speak, CurrentCaller, caller) : null
    // a call that is broken off has been made all the same
    return yield* Effect.ensuring(
      spoken ?? Effect.succeed(verdict.refusal!),
      Effect.suspend(() => note(caller, rpc, verdict))
    )
  })

  return Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
    const resource = findResource()
    if (resource === null) return clientsAreOff
    if (request.headers["origin"] !== undefined) return foreignPage
    const shown = bearer.exec(request.headers["authorization"] ?? "")?.[1]
    const access = shown === undefined ? undefined : yield* accesses.findAccess(shown)
    if (access === undefined) return unknownCaller(resource, request.headers["authorization"] !== undefined)
    const actor = actorOfClient(access, yield* RequestId)
    return yield* withinLimit(actor, "mcp_calls", answer(request, resource, actor)).pipe(
      answerBodyRefused,
      // bodies that cannot be read
      Effect.catch((problem) => Effect.orDie(HttpServerRespondable.toResponse(problem)))
    )
  })
})
