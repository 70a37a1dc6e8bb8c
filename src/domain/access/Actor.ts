// Who does something. The audit log, alert steps and curations name them.

/**
 * `kind` says how they came in: by session, token or MCP. `id` and `name` are the user's, or the token's; `userId` is the person
 * behind either. `requestId` is the request they act in.
 */
export interface Actor {
  readonly kind: "user" | "token" | "mcp"
  readonly id: string
  readonly name: string
  readonly userId: string
  readonly serverAdmin: boolean
  readonly requestId: string
}
