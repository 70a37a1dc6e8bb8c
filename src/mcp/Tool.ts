// What a tool of the MCP endpoint is: a name and a description for a model that has never seen the product, a
// closed input, the scopes it needs, and how it asks the API.
import { Effect, Schema } from "effect"
import type { ApiRequest, Refused } from "../api/http/InProcessApi.ts"
import type { Answer, Method, Path } from "../contract/wire.ts"
import type { ClientScope } from "../domain/access/ClientAccess.ts"
import { Uuid } from "../domain/fields.ts"
import type { Links } from "../domain/consoleLinks.ts"

/** How a tool asks the API in the caller's name, and where the console is. */
export interface Call {
  readonly ask: <M extends Method, const P extends Path<M>>(
    method: M,
    path: P,
    question?: ApiRequest<M, P>
  ) => Effect.Effect<Answer<M, P>, Refused>
  /** the public address of the service */
  readonly base: string
}

/** The same in the project that was asked about. */
export interface ProjectCall extends Call {
  readonly project: { readonly id: string; readonly name: string; readonly timezone: string }
  readonly links: Links
  /** a moment as the clocks of the project's zone show it */
  readonly local: (instant: string) => string
}

/** What a tool does to what is stored. */
export type Effects = "reads" | "adds" | "changes"

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** all the scopes that a call needs */
  readonly needs: ReadonlyArray<ClientScope>
  readonly effects: Effects
  readonly input: Schema.Decoder<object>
  /** whether its input names a project, which the answer is then of */
  readonly inProject: boolean
  readonly run: (input: never, call: never) => Effect.Effect<object, Refused>
}

interface Said {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly needs: ReadonlyArray<ClientScope>
  readonly effects?: Effects
}

type Fields = Schema.Struct.Fields

/** A tool that is about one project. */
export const projectTool = <const F extends Fields>(
  { effects = "reads", ...said }: Said,
  fields: F,
  run: (
    input: Schema.Struct<F & { readonly project_id: typeof Uuid }>["Type"],
    call: ProjectCall
  ) => Effect.Effect<object, Refused>
): Tool => ({
  ...said,
  effects,
  inProject: true,
  input: Schema.Struct({
    project_id: Uuid.annotate({ description: "The project, as list_projects gives it" }),
    ...fields
  }) as unknown as Schema.Decoder<object>, // its fields need no services
  run: run
})

/** A tool that is about none. */
export const tool = <const F extends Fields>(
  { effects = "reads", ...said }: Said,
  fields: F,
  run: (input: Schema.Struct<F>["Type"], call: Call) => Effect.Effect<object, Refused>
): Tool => ({
  ...said,
  effects,
  inProject: false,
  input: Schema.Struct(fields) as unknown as Schema.Decoder<object>, // as above
  run: run
})

// Members that many inputs have.

const described = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema.annotate({ description }))

/** A member that may be left out. */
export const perhaps = described

export const id = (what: string) => Uuid.annotate({ description: what })

/** RFC 3339 with an offset; the API reads it. */
export const Moment = Schema.String.check(
  Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/u, {
    expected: "a moment such as 2026-05-01T04:40:00Z or 2026-05-01T06:40:00+02:00"
  })
)

/** A moment that has to be said. */
export const moment = (description: string) => Moment.annotate({ description })

export const range = {
  from: described(Moment, "From this moment on, RFC 3339 with Z or an offset"),
  to: described(Moment, "Before this moment, RFC 3339 with Z or an offset")
}

const MOST = 50
const USUAL = 20

export const paged = {
  limit: described(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MOST })),
    `Items of one answer, ${USUAL} unless given, ${MOST} at most`
  ),
  cursor: described(
    Schema.String.check(Schema.isMaxLength(500)),
    "next_cursor of the answer before, with the same other members, for the items that follow"
  )
}

/** A page as the API is asked for it. */
export const pageOf = ({
  cursor,
  limit = USUAL
}: {
  readonly limit?: number
  readonly cursor?: string
}): { readonly limit: string; readonly cursor?: string } => ({
  limit: String(limit),
  ...(cursor === undefined ? {} : { cursor })
})
