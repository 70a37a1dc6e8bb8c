// The door for AI clients: the Model Context Protocol at `/mcp`, in its newest revision and the two before. The
// protocol is Effect's; who may, what there is and how it is told are here.
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
import { makeAnswerTool } from "./answerTool.ts"
import { makeGate } from "./gate.ts"
import { INSTRUCTIONS } from "./instructions.ts"
import { MCP_PATH } from "./refusals.ts"
import { Resources } from "./resources.ts"
import type { Tool } from "./Tool.ts"
import { tools } from "./tools/all.ts"

export const mcpRoutes: ReadonlyArray<Route> = [
  ["POST", MCP_PATH],
  ["DELETE", MCP_PATH]
]

/** An hour: what there is changes with the program alone. */
const hint = { ttl: "1 hour", cacheScope: "private" } as const

const schemaOf = (tool: Tool) => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(tool.input, {
    onExcessProperty: "error"
  })
  return Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions }
}

const described = (tool: Tool) =>
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
        tool: described(tool),
        annotations: Context.empty(),
        handle: answer(tool)
      })
  })
).pipe(Layer.provide(InProcessApi.layer))

/** The endpoint. It has a router of its own behind the gate, so that nothing reaches the protocol past it. */
export const McpLive = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const own = yield* HttpRouter.make
    yield* Layer.build(
      McpServer.layerHttp({
        name: "pugmark",
        version: VERSION,
        description: "Positions, events and rules of what Pugmark tracks",
        instructions: INSTRUCTIONS,
        path: MCP_PATH,
        protocols: [McpProtocol.v2026_07_28, McpProtocol.v2025_11_25, McpProtocol.v2025_06_18],
        cacheHints: {
          discover: hint,
          tools: hint,
          resources: hint,
          resourceTemplates: hint,
          prompts: hint
        },
        allowedOrigins: [],
        allowSessionTermination: true,
        allowSubscriptions: false,
        registrations: Layer.merge(Tools, Resources)
      }).pipe(Layer.provide(Layer.succeed(HttpRouter.HttpRouter, own)), Layer.orDie)
    )
    const gate = yield* makeGate(Effect.orDie(own.asHttpEffect()))
    yield* router.add("*", MCP_PATH, gate)
  })
)

/** The endpoint as a door of the server. */
export const mcpMount: Mount<ClientAccesses> = { routes: mcpRoutes, layer: McpLive }
