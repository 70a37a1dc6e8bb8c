// A call of a tool, from its input to what the model reads: one text, with what is data marked as data.
import { Effect, Schema } from "effect"
import { CallToolResult } from "effect/ai/McpSchema"
import type { InProcessApi, RequestIssue, Refused } from "../api/http/InProcessApi.ts"
import { issuesOf } from "../api/http/issuesOf.ts"
import type { Actor } from "../domain/access/Actor.ts"
import { CurrentCaller } from "./Caller.ts"
import { linksIn } from "../domain/consoleLinks.ts"
import { READING, said } from "./marked.ts"
import type { Call, ProjectCall, Tool } from "./Tool.ts"

/** Characters of an answer at most: what is longer would push everything else out of a model's mind. */
const LONGEST = 60_000

const answer = (content: object, isError = false) =>
  new CallToolResult({ isError, content: [{ type: "text", text: JSON.stringify(content) }] })

const mistakes = (code: string, detail: string, errors: ReadonlyArray<RequestIssue>) =>
  answer(
    {
      error: code,
      detail,
      ...(errors.length === 0
        ? {}
        : {
            errors: errors.slice(0, 20).map(({ detail: what, pointer }) => ({ pointer, detail: said(what) }))
          })
    },
    true
  )

const formats = new Map<string, Intl.DateTimeFormat>()

/** A moment as the clocks of a zone show it: `2026-05-01 06:40`. */
const localIn = (timeZone: string) => {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" })
    formats.set(timeZone, format)
  }
  const shown = format
  return (instant: string) => shown.format(new Date(instant))
}

/** How tools are answered; `base` tells the public address of the service. */
export const makeAnswerTool = (api: InProcessApi["Service"], base: () => string) => {
  const callOf = (actor: Actor): Call => ({
    base: base(),
    ask: (method, path, question) => api.call(actor, method, path, question)
  })

  const inProject = Effect.fnUntraced(function* (call: Call, project_id: string) {
    const { id, name, slug, timezone } = yield* call.ask("GET", "/projects/:project_id", {
      params: { project_id }
    })
    return {
      ...call,
      project: { id, name, timezone },
      links: linksIn(call.base, slug),
      local: localIn(timezone)
    } satisfies ProjectCall
  })

  const run = Effect.fnUntraced(function* (tool: Tool, input: object, actor: Actor) {
    const call = callOf(actor)
    if (!tool.inProject) return yield* tool.run(input as never, call as never)
    const there = yield* inProject(call, (input as { readonly project_id: string }).project_id.toLowerCase())
    return { timezone: there.project.timezone, ...(yield* tool.run(input as never, there as never)) }
  })

  return (tool: Tool) => (payload: unknown) =>
    Effect.gen(function* () {
      const caller = yield* CurrentCaller
      if (caller === null) return yield* Effect.die(new Error("a tool was called past the gate"))
      const end = (outcome: string, result: CallToolResult) => {
        caller.outcome = outcome
        return result
      }
      return yield* Schema.decodeUnknownEffect(tool.input)(payload ?? {}, {
        errors: "all",
        onExcessProperty: "error"
      }).pipe(
        Effect.matchEffect({
          onFailure: ({ issue }) =>
            Effect.succeed(
              end("INVALID_INPUT", mistakes("INVALID_INPUT", "The input breaks its schema.", issuesOf(issue)))
            ),
          onSuccess: (input) =>
            Effect.match(run(tool, input, caller.actor), {
              onFailure: ({ code, detail, errors }: Refused) => end(code, mistakes(code, detail, errors)),
              onSuccess: (content) => {
                const result = answer({ reading: READING, ...content })
                const [text] = result.content
                return text?.type === "text" && text.text.length > LONGEST
                  ? end(
                      "TOO_LONG",
                      mistakes(
                        "TOO_LONG",
                        "The answer is too long: ask for fewer items or a shorter time.",
                        []
                      )
                    )
                  : end("answered", result)
              }
            })
        })
      )
    })
}
