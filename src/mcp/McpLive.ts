// The Model Context Protocol (MCP) at `/mcp`, in its newest revision and the two before. Effect implements
// the protocol; this room adds authorization, tools and resources.
import { Context, Effect, Layer, Schema } from "effect"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as HttpRouter from "effect/http/HttpRouter"
import type { Route } from "../api/http/allowedMethods.ts"
import type { Mount } from "../api/http/Http.ts"
import { ProtectedResource } from "../api/authorization/ProtectedResource.ts"
import { InProcessApi } from "../api/http/InProcessApi.ts"
import { VERSION } from "../contract/version.ts"
import type { ClientAccesses } from "../store/access/ClientAccesses.ts"
import type { ClientReports } from "../store/access/ClientReports.ts"
import type { OauthEntries } from "../store/access/OauthEntries.ts"
import type { InstallationKey } from "../store/roles/InstallationKey.ts"
import { makeAnswerTool } from "./answerTool.ts"
import { makeGate } from "./gate.ts"
import { INSTRUCTIONS } from "./instructions.ts"
import { MCP_PATH } from "./mcpRefusals.ts"
import { Resources } from "./resources.ts"
import type { Tool } from "./Tool.ts"
import { tools } from "./tools/toolList.ts"

/** `mcpRoutes` are the routes of the endpoint, for the table of methods. */
const mcpRoutes: ReadonlyArray<Route> = [
  ["POST", MCP_PATH],
  ["DELETE", MCP_PATH]
]

/** Lists may be cached for an hour: they change with the program only. */
const cacheHint = { ttl: "1 hour", cacheScope: "private" } as const

const schemaOf = (tool: Tool) => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(tool.input, {
    onExcessProperty: "error"
  })
  return Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions }
}

const toMcpTool = (tool: Tool) =>
  new McpSchema.Tool({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: Schema.decodeUnknownSync(McpSchema.ToolJson)(schemaOf(tool)),
    annotations: {
      title: tool.title,
      readOnlyHint: tool.effects === "reads",
      destructiveHint: false,
      idempotentHint: tool.effects !== "adds",
      openWorldHint: false
    }
  })

const Tools = Layer.effectDiscard(
  Effect.gen(function* () {
    const server = yield* McpServer.McpServer
    const findResource = yield* ProtectedResource
    const answer = makeAnswerTool(yield* InProcessApi, () => findResource()?.issuer ?? "")
    for (const tool of tools)
      yield* server.addTool({
        tool: toMcpTool(tool),
        annotations: Context.empty(),
        handle: answer(tool)
      })
  })
).pipe(Layer.provide(InProcessApi.layer))

/**
 * `McpLive` serves the endpoint. The protocol has a router of its own behind the gate, so that no request
 * reaches it past the gate.
 */
const McpLive = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const protocolRouter = yield* HttpRouter.make
    yield* Layer.build(
      McpServer.layerHttp({
        name: "pugmark",
        version: VERSION,
        description: "Positions, events and rules of what Pugmark tracks",
        instructions: INSTRUCTIONS,
        path: MCP_PATH,
        protocols: [McpProtocol.v2026_07_28, McpProtocol.v2025_11_25, McpProtocol.v2025_06_18],
        cacheHints: {
          discover: cacheHint,
          tools: cacheHint,
          resources: cacheHint,
          resourceTemplates: cacheHint,
          prompts: cacheHint
        },
        allowedOrigins: [],
        allowSessionTermination: true,
        allowSubscriptions: false,
        registrations: Layer.merge(Tools, Resources)
      }).pipe(Layer.provide(Layer.succeed(HttpRouter.HttpRouter, protocolRouter)), Layer.orDie)
    )
    const gate = yield* makeGate(Effect.orDie(protocolRouter.asHttpEffect()))
    yield* router.add("*", MCP_PATH, gate)
  })
)

/** `mcpMount` is the endpoint as a mount of the HTTP server. */
export const mcpMount: Mount<ClientAccesses | ClientReports | InstallationKey | OauthEntries> = {
  routes: mcpRoutes,
  layer: McpLive
}
