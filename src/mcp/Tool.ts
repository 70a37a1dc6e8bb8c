// A tool of the MCP endpoint: a name and a description for a model that does not know the product, a closed
// input schema, the scopes it needs, and the calls it makes of the API.
import { Effect, Schema } from "effect"
import type { ApiRequest, Refused } from "../api/http/InProcessApi.ts"
import type { Answer, Method, Path } from "../contract/wire.ts"
import type { ClientScope } from "../domain/access/ClientAccess.ts"
import { Uuid } from "../domain/schemas.ts"
import type { Links } from "../domain/consoleLinks.ts"

/** `Call` is what a tool without a project gets: API calls in the caller's name, and the console's address. */
export interface Call {
  readonly ask: <M extends Method, const P extends Path<M>>(
    method: M,
    path: P,
    request?: ApiRequest<M, P>
  ) => Effect.Effect<Answer<M, P>, Refused>
  /** the public address of the service */
  readonly base: string
}

/** `ProjectCall` is what a tool gets that is about one project. */
export interface ProjectCall extends Call {
  readonly project: { readonly id: string; readonly name: string; readonly timezone: string }
  readonly links: Links
  /** formats an instant in the project's time zone */
  readonly local: (instant: string) => string
}

/** `Effects` is what a tool does to stored data. */
type Effects = "reads" | "adds" | "changes"

/** `Tool` is a tool as the endpoint lists and runs it. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** the scopes that a call needs, all of them */
  readonly needs: ReadonlyArray<ClientScope>
  readonly effects: Effects
  readonly input: Schema.Decoder<object>
  /** whether its input names the project that it is about */
  readonly inProject: boolean
  readonly run: (input: never, call: never) => Effect.Effect<object, Refused>
}

interface ToolDescription {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly needs: ReadonlyArray<ClientScope>
  readonly effects?: Effects
}

type Fields = Schema.Struct.Fields

/** Makes a tool that is about one project. */
export const projectTool = <const F extends Fields>(
  { effects = "reads", ...described }: ToolDescription,
  fields: F,
  run: (
    input: Schema.Struct<F & { readonly project_id: typeof Uuid }>["Type"],
    call: ProjectCall
  ) => Effect.Effect<object, Refused>
): Tool => ({
  ...described,
  effects,
  inProject: true,
  input: Schema.Struct({
    project_id: Uuid.annotate({ description: "The project, as list_projects gives it" }),
    ...fields
  }) as unknown as Schema.Decoder<object>, // the fields need no services to decode
  run: run
})

/** Makes a tool that is about no single project. */
export const tool = <const F extends Fields>(
  { effects = "reads", ...described }: ToolDescription,
  fields: F,
  run: (input: Schema.Struct<F>["Type"], call: Call) => Effect.Effect<object, Refused>
): Tool => ({
  ...described,
  effects,
  inProject: false,
  input: Schema.Struct(fields) as unknown as Schema.Decoder<object>, // the fields need no services to decode
  run: run
})

// Members that many inputs share.

const optional = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema.annotate({ description }))

/** Returns an optional member of an input. */
export const optionalMember = optional

/** Returns a member that is the id of a record. */
export const idMember = (what: string) => Uuid.annotate({ description: what })

/** `Moment` is an instant in RFC 3339 with an offset, as text; the API parses it. */
const Moment = Schema.String.check(
  Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/u, {
    expected: "a moment such as 2026-05-01T04:40:00Z or 2026-05-01T06:40:00+02:00"
  })
)

/** Returns a required member that is an instant. */
export const momentMember = (description: string) => Moment.annotate({ description })

/** `rangeMembers` are the optional ends of a span of time. */
export const rangeMembers = {
  from: optional(Moment, "From this moment on, RFC 3339 with Z or an offset"),
  to: optional(Moment, "Before this moment, RFC 3339 with Z or an offset")
}

const MAX_PAGE_ITEMS = 50
const DEFAULT_PAGE_ITEMS = 20

/** `pageMembers` are the size of a page and its cursor. */
export const pageMembers = {
  limit: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MAX_PAGE_ITEMS })),
    `Items of one answer, ${DEFAULT_PAGE_ITEMS} unless given, ${MAX_PAGE_ITEMS} at most`
  ),
  cursor: optional(
    Schema.String.check(Schema.isMaxLength(500)),
    "next_cursor of the answer before, with the same other members, for the items that follow"
  )
}

/** Returns the query of the API for a page. */
export const pageOf = ({
  cursor,
  limit = DEFAULT_PAGE_ITEMS
}: {
  readonly limit?: number
  readonly cursor?: string
}): { readonly limit: string; readonly cursor?: string } => ({
  limit: String(limit),
  ...(cursor === undefined ? {} : { cursor })
})
