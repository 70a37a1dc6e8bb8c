// Every error on the wire: one class a status, as problem documents of RFC 9457. `code` says for programs which rule
// was broken, `detail` says it for people; `errors` points into the request. The members `request_id` and, on 401,
// the challenge are added when the response is written.
import { Schema } from "effect"
import * as HttpApiError from "effect/http-api/HttpApiError"
import { Doer } from "../../domain/access/Person.ts"
import { Instant, Uuid } from "../../domain/schemas.ts"

/**
 * Issue is one broken rule: `pointer` is a JSON Pointer (RFC 6901) into the body, or `/name` for a query
 * parameter.
 */
export const Issue = Schema.Struct({
  pointer: Schema.String,
  code: Schema.String,
  detail: Schema.String,
  at: Schema.optionalKey(
    Schema.Tuple([Schema.Finite, Schema.Finite]).annotate({
      description: "Of a shape, where on the map it breaks the rule: longitude and latitude"
    })
  )
}).annotate({ identifier: "Issue" })
export type Issue = typeof Issue.Type

/** Problem is any problem document, for clients that do not know its status. */
export const Problem = Schema.Struct({
  type: Schema.String.annotate({
    description: "A URN that names the kind of problem; about:blank where the status says it all"
  }),
  title: Schema.String,
  status: Schema.Int,
  detail: Schema.optionalKey(Schema.String.annotate({ description: "What went wrong, for a person" })),
  code: Schema.String.annotate({ description: "Which rule was broken, for a program" }),
  request_id: Schema.String.annotate({ description: "Name it when you ask for help" }),
  errors: Schema.optionalKey(Schema.Array(Issue))
}).annotate({
  identifier: "Problem",
  description: "A problem document of RFC 9457",
  examples: [
    {
      type: "urn:pugmark:problem:invalid",
      title: "The request breaks a rule",
      status: 422,
      detail: "This member is missing.",
      code: "MISSING",
      request_id: "8c5ad1c2-3e0f-4c9b-9d53-0f0a2f6f4f11",
      errors: [{ pointer: "/name", code: "MISSING", detail: "This member is missing." }]
    }
  ]
})

const members = {
  code: Schema.String,
  request_id: Schema.optionalKey(Schema.String),
  errors: Schema.optionalKey(Schema.Array(Issue))
}

const urn = <const Name extends string>(name: Name) => `urn:pugmark:problem:${name}` as const

/** 400: the body is not JSON, or the cursor is not one of this server. */
export class Malformed extends HttpApiError.Problem<Malformed>()(
  "Malformed",
  { type: urn("malformed"), status: 400, title: "Malformed request" },
  members
) {}

/** 401: no credentials, or unknown ones. */
export class Unauthorized extends HttpApiError.Problem<Unauthorized>()(
  "Unauthorized",
  { type: urn("unauthorized"), status: 401, title: "Who is asking?" },
  members
) {}

/**
 * 403: the caller is known but lacks a permission; `permission` is the key that is missing, `granted_by`
 * names members of the project who have it and see all of it, so that the caller can ask them.
 */
export class Forbidden extends HttpApiError.Problem<Forbidden>()(
  "Forbidden",
  { type: urn("forbidden"), status: 403, title: "Not permitted" },
  {
    ...members,
    permission: Schema.optionalKey(Schema.String),
    granted_by: Schema.optionalKey(
      Schema.Array(Schema.String).annotate({
        description: "Up to three members of the project who have the permission and see all of it"
      })
    )
  }
) {}

/** 404: the record is unknown or outside the caller's scope; a caller cannot tell which. */
export class NotFound extends HttpApiError.Problem<NotFound>()(
  "NotFound",
  { type: urn("not-found"), status: 404, title: "Not found" },
  members
) {}

/**
 * 409: the request does not fit the state; `current_status` is that state where it has a name,
 * `conflicting_id` the record in the way, `used_by` the records that use this one, `events` how many events
 * those made about it.
 */
export class Conflict extends HttpApiError.Problem<Conflict>()(
  "Conflict",
  { type: urn("conflict"), status: 409, title: "In conflict with the current state" },
  {
    ...members,
    current_status: Schema.optionalKey(Schema.String),
    conflicting_id: Schema.optionalKey(Schema.String),
    used_by: Schema.optionalKey(
      Schema.Array(Schema.Struct({ type: Schema.Literal("rule"), id: Uuid, name: Schema.String })).annotate({
        description: "What uses it, at most 20"
      })
    ),
    events: Schema.optionalKey(
      Schema.Int.annotate({ description: "Events that these made about it, at most 10,000 are counted" })
    )
  }
) {}

/** 410: the record existed and has expired. */
export class Gone extends HttpApiError.Problem<Gone>()(
  "Gone",
  { type: urn("gone"), status: 410, title: "No longer there" },
  { ...members, current_status: Schema.optionalKey(Schema.String) }
) {}

/** 412: `If-Match` names an edition that is not the newest; `current` is the newest, with its author and time. */
export class Stale extends HttpApiError.Problem<Stale>()(
  "Stale",
  { type: urn("stale"), status: 412, title: "Edited by someone else" },
  {
    ...members,
    current: Schema.Struct({
      edition: Schema.String.annotate({ description: "The ETag it has now, without the quotation marks" }),
      by: Schema.NullOr(Doer),
      at: Schema.NullOr(Instant)
    })
  }
) {}

/** 413: the body is larger than the route takes. */
export class TooLarge extends HttpApiError.Problem<TooLarge>()(
  "TooLarge",
  { type: urn("too-large"), status: 413, title: "Body too large" },
  members
) {}

/** 415: the body is not `application/json`, or is compressed. */
export class WrongMediaType extends HttpApiError.Problem<WrongMediaType>()(
  "WrongMediaType",
  { type: urn("media-type"), status: 415, title: "Unsupported media type" },
  members
) {}

/**
 * 422: understood, but it breaks rules; `errors` lists them. A bound of an analysis that is crossed comes
 * with the whole `estimate`.
 */
export class Invalid extends HttpApiError.Problem<Invalid>()(
  "Invalid",
  { type: urn("invalid"), status: 422, title: "The request breaks a rule" },
  { ...members, estimate: Schema.optionalKey(Schema.Json) }
) {
  /** Returns an error with one issue at one place of the request. */
  static at(pointer: string, code: string, detail: string) {
    return Invalid.of([{ pointer, code, detail }])
  }

  /** Several broken rules; the first one gives the problem its code. */
  static of(errors: ReadonlyArray<Issue>) {
    const detail =
      errors.length === 1 ? errors[0]!.detail : `${errors.length} rules are broken; see "errors".`
    return new Invalid({ code: errors[0]?.code ?? "INVALID", detail, errors })
  }
}

/** 429: too often; the answer carries `Retry-After`. */
export class TooMany extends HttpApiError.Problem<TooMany>()(
  "TooMany",
  { type: urn("too-many"), status: 429, title: "Too many requests" },
  { ...members, queued: Schema.optionalKey(Schema.Int) }
) {}

/** 503: the service cannot answer now; the answer carries `Retry-After`. */
export class Unavailable extends HttpApiError.Problem<Unavailable>()(
  "Unavailable",
  { type: urn("unavailable"), status: 503, title: "Try again later" },
  members
) {}

/** Returns the one wording of 404, for a missing record, a foreign one and an id that is none. */
export const notFound = () =>
  new NotFound({ code: "NOT_FOUND", detail: "There is no such record, or you may not see it." })
