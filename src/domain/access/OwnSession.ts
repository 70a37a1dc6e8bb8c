// A session of a browser, as its owner sees it in the list of their sessions.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../schemas.ts"

/** OwnSession is a session as the API shows it. */
export const OwnSession = Schema.Struct({
  id: Uuid,
  created_at: Instant,
  last_seen_at: Instant.annotate({ description: "When it was used last, to the minute" }),
  browser: Schema.NullOr(Schema.String).annotate({
    description: "What the browser says it is, such as Firefox 145 on Linux; null: nothing"
  }),
  current: Schema.Boolean.annotate({ description: "Whether it is the one that asks" })
}).annotate({
  identifier: "OwnSession",
  examples: [
    {
      id: "019a0c10-7b3e-7c55-8d90-1e2f3a4b5c6d",
      created_at: "2026-05-01T06:12:00.000Z",
      last_seen_at: "2026-05-01T08:00:00.000Z",
      browser: "Firefox 145 on Linux",
      current: true
    }
  ]
})
/** The decoded form of an `OwnSession`. */
export type OwnSession = typeof OwnSession.Type
