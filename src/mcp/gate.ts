// The gate before the protocol: authenticates the client by its access token, checks its scopes and the
// project of a call, and writes every call to the audit log.
import { Effect, type Scope } from "effect"
import { appendPreResponseHandler, toHandled } from "effect/http/HttpEffect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { makeReadAccess } from "../api/access/KnownAccess.ts"
import { ProtectedResource } from "../api/authorization/ProtectedResource.ts"
import { makeCostLimit } from "../api/http/costLimit.ts"
import { answerBodyRefused } from "../api/http/readBody.ts"
import { checkJson, readText } from "../api/http/readRequest.ts"
import { RequestId } from "../api/http/RequestId.ts"
import type { Actor } from "../domain/access/Actor.ts"
import { actorOfClient } from "../domain/access/ClientAccess.ts"
import { GRANT_DAYS } from "../domain/access/ConnectedClient.ts"
import { permissionsIn } from "../domain/access/Membership.ts"
import { AuditLog } from "../store/access/AuditLog.ts"
import { ClientAccesses } from "../store/access/ClientAccesses.ts"
import { ClientReports, MAX_REPORTS_PER_HOUR } from "../store/access/ClientReports.ts"
import { OauthEntries } from "../store/access/OauthEntries.ts"
import { InstallationKey } from "../store/roles/InstallationKey.ts"
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
const VERSION_HEADER = "mcp-protocol-version"
/** Kind of the entries that name ended sessions, and how long they are kept: no session outlives its grant. */
const ENDED_SESSION_KIND = "EndedMcpSession"
const ENDED_SESSION_SECONDS = GRANT_DAYS * 86_400

const bearer = /^bearer +([\w.~+/-]{16,512}=*) *$/i
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Headers that the protocol reads. */
const protocolHeaders = /^(?:accept|content-type|last-event-id|mcp-[\w-]+)$/

/** The URL of requests that do not leave the process. */
const INTERNAL_URL = `http://inside${MCP_PATH}`

/** Returns a request for the protocol, with its body, already read, and the protocol's id of its session. */
const toProtocol = (
  { headers, method }: HttpServerRequest.HttpServerRequest,
  body: string | null,
  innerId: string | null
) =>
  HttpServerRequest.fromWeb(
    new Request(INTERNAL_URL, {
      method,
      headers: [
        ...Object.entries(headers).filter(([name]) => protocolHeaders.test(name) && name !== SESSION_HEADER),
        ...(innerId === null ? [] : [[SESSION_HEADER, innerId] as [string, string]])
      ],
      ...(body === null ? {} : { body })
    })
  )

/** Returns the request with which this process opens a session that another process began. */
const initialize = (version: string) =>
  new Request(INTERNAL_URL, {
    method: "POST",
    headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: version,
        capabilities: {},
        clientInfo: { name: "continued session", version: "1" }
      }
    })
  })

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
  const reports = yield* ClientReports
  const entries = yield* OauthEntries
  const sessions = new McpSessions((yield* InstallationKey).of("sessions of AI clients"))
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

  /** Sends a request of this process to the protocol, and returns the headers of the answer. */
  const ask = Effect.fnUntraced(function* (request: Request) {
    const answered: { headers?: Response["headers"] } = {}
    const handled = toHandled(app, (_, response) =>
      Effect.sync(() => {
        answered.headers = response.headers
      })
    )
    yield* Effect.provideService(
      handled,
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(request)
    ).pipe(Effect.scoped)
    return answered.headers
  })

  /** Ends sessions of the protocol, as their clients would. */
  const endInner = (innerIds: ReadonlyArray<string>) =>
    Effect.forEach(
      innerIds,
      (id) => ask(new Request(INTERNAL_URL, { method: "DELETE", headers: { [SESSION_HEADER]: id } })),
      { discard: true }
    )

  /**
   * Returns the protocol's id of a session, which is opened where another process began it, or this one
   * before its last start; null: the grant has no such session, or it was ended.
   */
  const openSession = Effect.fnUntraced(function* (id: string, grantId: string) {
    const version = sessions.versionOf(id, grantId)
    if (version === null || (yield* entries.get(ENDED_SESSION_KIND, id)) !== null) return null
    const heldId = sessions.innerIdOf(id)
    if (heldId !== undefined) return heldId
    const headers = yield* ask(initialize(version))
    const innerId = headers?.[SESSION_HEADER]
    if (innerId === undefined) return null
    // a concurrent request was first, or this program does not speak the revision
    const firstId = sessions.innerIdOf(id)
    if (firstId !== undefined || headers?.[VERSION_HEADER] !== version) {
      yield* endInner([innerId])
      return firstId ?? null
    }
    yield* endInner(sessions.hold(id, { grantId, innerId }))
    return innerId
  })

  /**
   * Tracks the sessions that the protocol begins and ends. It runs after the protocol, which sets the session
   * header last.
   */
  const watchSessions = (actor: Actor, method: string, session: string | undefined) =>
    appendPreResponseHandler((_, response) =>
      Effect.gen(function* () {
        const innerId = response.headers[SESSION_HEADER]
        if (innerId !== undefined) {
          const id = sessions.idOf(response.headers[VERSION_HEADER] ?? "", innerId, actor.id)
          yield* endInner(sessions.hold(id, { grantId: actor.id, innerId }))
          return HttpServerResponse.setHeader(response, SESSION_HEADER, id)
        }
        if (method === "DELETE" && response.status === 204 && session !== undefined) {
          sessions.release(session)
          yield* entries.put(ENDED_SESSION_KIND, session, {}, ENDED_SESSION_SECONDS, actor.requestId)
        }
        return response
      })
    )

  const answer = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    resource: ProtectedResource,
    actor: Actor
  ) {
    const session = request.headers[SESSION_HEADER]
    const innerId = session === undefined ? null : yield* openSession(session, actor.id)
    if (session !== undefined && innerId === null)
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
      Effect.provideService(HttpServerRequest.HttpServerRequest, toProtocol(request, text, innerId)),
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
    const waitSeconds = addsEvents && authorized.refusal === null ? yield* reports.count(actor.id) : 0
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
