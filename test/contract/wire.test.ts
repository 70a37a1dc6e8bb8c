// The types of what is on the wire. The compiler is the judge; what runs is that the texts mean what they say.
import { Schema } from "effect"
import { assert, describe, expectTypeOf, it } from "vitest"
import type { Answer, Body, PathNames, Path, Query } from "../../src/contract/wire.ts"
import { NewToken } from "../../src/domain/access/Token.ts"
import { formatInstant } from "../../src/domain/time.ts"

describe("types of the wire", () => {
  it("have moments as texts in bodies and queries, and answers as JSON", () => {
    type Tests = Body<"POST", "/projects/:project_id/rules/test-document">
    type Snooze = Body<"PUT", "/projects/:project_id/rules/:rule_id/snoozes/:subject_id">
    type Positions = Query<"GET", "/projects/:project_id/positions">
    type Me = Answer<"GET", "/auth/me">
    expectTypeOf<Tests["from"]>().toEqualTypeOf<string>()
    expectTypeOf<Snooze["until"]>().toEqualTypeOf<string>()
    expectTypeOf<NonNullable<Positions["from"]>>().toEqualTypeOf<string>()
    expectTypeOf<Me["session_expires_at"]>().toEqualTypeOf<string | null>()
    expectTypeOf<Body<"GET", "/auth/me">>().toEqualTypeOf<undefined>()
    expectTypeOf<Query<"GET", "/auth/me">>().toEqualTypeOf<undefined>()
    expectTypeOf<Answer<"DELETE", "/projects/:project_id">>().toEqualTypeOf<undefined>()
    expectTypeOf<PathNames<"/projects/:project_id/rules/:rule_id">>().toEqualTypeOf<
      "project_id" | "rule_id"
    >()
    const path: Path<"PATCH"> = "/auth/me"
    // @ts-expect-error nothing is patched there
    const other: Path<"PATCH"> = "/auth/sessions"
    assert.notStrictEqual<string>(path, other)
  })

  it("let a body be written that the contract reads", () => {
    const body: Body<"POST", "/auth/tokens/"> = {
      name: "Map",
      scopes: ["project:read"],
      expires_at: formatInstant(Date.UTC(2030, 0, 1))
    }
    assert.strictEqual(Schema.decodeSync(NewToken)(body).expires_at, Date.UTC(2030, 0, 1))
    // @ts-expect-error milliseconds are what the server makes of it
    const wrong: Body<"POST", "/auth/tokens/"> = { name: "Map", scopes: [], expires_at: 0 }
    assert.isFalse(Schema.is(Schema.toEncoded(NewToken))(wrong))
  })
})
