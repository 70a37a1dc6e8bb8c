// The gate before the protocol: authenticates the client by its access token, checks its scopes and the
// project of a call, and writes every call to the audit log.
import { Effect, type Scope } from "effect"
import { appendPreResponseHandler } from "effect/http/HttpEffect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { makeReadAccess } from "../api/access/KnownAccess.ts"
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
import { type Caller, CurrentCaller } from "./Caller.ts"
import {
  missingPermission,
  clientsOff,
  otherOrigin,
  MCP_PATH,
  missingScope,
  projectForbidden,
  tooManyReports,
  unauthorized
} from "./mcpRefusals.ts"
import { readRpc, type Rpc, summaryOf } from "./rpc.ts"
import { McpSessions } from "./McpSessions.ts"
import { findTool } from "./tools/toolList.ts"

type Response = HttpServerResponse.HttpServerResponse
type ProtocolApp = Effect.Effect<Response, never, HttpServerRequest.HttpServerRequest | Scope.Scope>

/** Limits of a body; the largest is a rule document. */
const BODY_LIMITS = { bytes: 256 * 1024, depth: 32, nodes: 20_000 }
const SESSION_HEADER = "mcp-session-id"

const bearer = /^bearer +([\w.~+/-]{16,512}=*) *$/i
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Headers that the protocol reads. */
const protocolHeaders = /^(?:accept|content-type|last-event-id|mcp-[\w-]+)$/

/** The URL of requests that do not leave the process. */
const INTERNAL_URL = `http://inside${MCP_PATH}`

/** Returns a request with its body, already read, for the protocol. */
const withReadBody = ({ headers, method }: HttpServerRequest.HttpServerRequest, body: string | null) =>
  HttpServerRequest.fromWeb(
    new Request(INTERNAL_URL, {
      method,
      headers: Object.entries(headers).filter(([name]) => protocolHeaders.test(name)),
      ...(body === null ? {} : { body })
    })
  )

/** `Verdict` is a refusal, or null where the call is allowed. */
interface Verdict {
  readonly refusal: Response | null
  /** the project of the call, if the caller has access to it */
  readonly projectId: string | null
  /** the access to it that was read; null: none was, or it allows nothing */
  readonly access: Caller["access"]
}

/** Makes the handler of the endpoint; `app` implements the protocol. */
export const makeGate = Effect.fnUntraced(function* (app: ProtocolApp) {
  const accesses = yield* ClientAccesses
  const readAccess = yield* makeReadAccess
  const log = yield* AuditLog
  const withinLimit = yield* makeCostLimit
  const countReport = yield* makeReportLimit
  const sessions = new McpSessions()
  const findResource = yield* ProtectedResource

  const authorize = Effect.fnUntraced(function* (resource: ProtectedResource, actor: Actor, rpc: Rpc) {
    const tool = rpc.method === "tools/call" ? findTool(rpc.target) : undefined
    const pass: Verdict = { refusal: null, projectId: null, access: null }
    if (tool === undefined) return pass // the protocol answers unknown tools itself
    const isMissingScope = tool.needs.some((scope) => actor.scopes?.has(scope) === false)
    const refusal = isMissingScope ? missingScope(resource, rpc, tool.needs) : null
    const projectArgument = rpc.args["project_id"]
    if (!tool.inProject || typeof projectArgument !== "string" || !uuid.test(projectArgument))
      return { ...pass, refusal }
    const projectId = projectArgument.toLowerCase()
    const access = yield* readAccess(actor, projectId)
    if (access === null) return { ...pass, refusal: refusal ?? projectForbidden(rpc) }
    // the project's audit log shows what was refused in it
    if (refusal !== null) return { ...pass, refusal, projectId }
    const may = permissionsIn(actor, projectId, access.membership)
    return {
      refusal: tool.needs.every((scope) => may.has(scope)) ? null : missingPermission(rpc, tool.needs),
      projectId,
      access: { userId: actor.userId, projectId, access }
    } satisfies Verdict
  })

  const logCall = (caller: Caller, rpc: Rpc, { projectId, refusal }: Verdict) =>
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

  /** Ends sessions above the limits, as their clients would. */
  const endSessions = (ids: ReadonlyArray<string>) =>
    Effect.forEach(
      ids,
      (id) => {
        const request = new Request(INTERNAL_URL, { method: "DELETE", headers: { [SESSION_HEADER]: id } })
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

  /**
   * Tracks the sessions that the protocol begins and ends. It runs after the protocol, which sets the session
   * header last.
   */
  const watchSessions = (actor: Actor, method: string, session: string | undefined) =>
    appendPreResponseHandler((_, response) =>
      Effect.gen(function* () {
        const newSession = response.headers[SESSION_HEADER]
        if (newSession !== undefined && session === undefined)
          yield* endSessions(sessions.begin(newSession, actor.id))
        if (method === "DELETE" && response.status === 204 && session !== undefined) sessions.end(session)
        return response
      })
    )

  const answer = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    resource: ProtectedResource,
    actor: Actor
  ) {
    const session = request.headers[SESSION_HEADER]
    if (session !== undefined && !sessions.has(session, actor.id))
      return HttpServerResponse.jsonUnsafe(
        {
          jsonrpc: "2.0",
          id: null,
          error: { code: -32001, message: "There is no such session: begin one." }
        },
        { status: 404 }
      )
    const text = request.method === "POST" ? yield* readText(request, BODY_LIMITS.bytes) : null
    if (text !== null) yield* checkJson(text, BODY_LIMITS)
    const protocolApp = app.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, withReadBody(request, text)),
      Effect.tap(watchSessions(actor, request.method, session))
    )
    const rpc = text === null ? null : readRpc(text)
    if (rpc === null || rpc.target === null) return yield* protocolApp
    const authorized = yield* authorize(resource, actor, rpc)
    const caller: Caller = {
      actor,
      access: authorized.access,
      outcome: rpc.method === "resources/read" ? "answered" : "not answered"
    }
    const addsEvents = findTool(rpc.target)?.effects === "adds"
    const waitSeconds = addsEvents && authorized.refusal === null ? yield* countReport(actor.id) : 0
    const verdict =
      waitSeconds === 0
        ? authorized
        : { ...authorized, refusal: tooManyReports(rpc, MAX_REPORTS_PER_HOUR, waitSeconds) }
    const protocolAnswer =
      verdict.refusal === null ? Effect.provideService(protocolApp, CurrentCaller, caller) : null
    // an interrupted call is logged too, since it may have had effects
    return yield* Effect.ensuring(
      protocolAnswer ?? Effect.succeed(verdict.refusal!),
      Effect.suspend(() => logCall(caller, rpc, verdict))
    )
  })

  return Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
    const resource = findResource()
    if (resource === null) return clientsOff
    if (request.headers["origin"] !== undefined) return otherOrigin
    const accessToken = bearer.exec(request.headers["authorization"] ?? "")?.[1]
    const access = accessToken === undefined ? undefined : yield* accesses.findAccess(accessToken)
    if (access === undefined) return unauthorized(resource, request.headers["authorization"] !== undefined)
    const actor = actorOfClient(access, yield* RequestId)
    return yield* withinLimit(actor, "mcp_calls", answer(request, resource, actor)).pipe(
      answerBodyRefused,
      // problems of reading the body
      Effect.catch((problem) => Effect.orDie(HttpServerRespondable.toResponse(problem)))
    )
  })
})
