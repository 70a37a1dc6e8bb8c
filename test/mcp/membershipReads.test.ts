// What a call of a tool reads of the membership of its person.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Tracer } from "effect"
import { makeMember } from "../support/http/people.ts"
import { makeProject } from "../support/http/tracking.ts"
import { connectMcp, LetIn, serveMcp } from "../support/mcp.ts"

/** The names of the spans that the server has begun. */
const spanNames: Array<string> = []

const RecordedSpans = Layer.succeed(
  Tracer.Tracer,
  Tracer.make({
    span: (options) => {
      spanNames.push(options.name)
      return new Tracer.NativeSpan(options)
    }
  })
)

layer(serveMcp().pipe(Layer.provideMerge(RecordedSpans)), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("a call of a tool", (it) => {
  it.effect("reads the membership of its person once, for all that it asks of the API", () =>
    Effect.gen(function* () {
      const { id: project } = yield* makeProject()
      const ines = yield* makeMember(project, "operator")
      const { letIn } = yield* LetIn
      const { call } = yield* connectMcp(letIn(ines.id, [project]).token)
      spanNames.length = 0
      const { isError } = yield* call("search_entities", { project_id: project })
      assert.isFalse(isError)
      const named = (name: string) => spanNames.filter((one) => one === name).length
      assert.isAtLeast(named("InProcessApi.call"), 2)
      assert.strictEqual(named("Memberships.accessTo"), 1)
    })
  )
})
