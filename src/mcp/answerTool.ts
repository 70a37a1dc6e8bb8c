// Runs a call of a tool: from its input to the answer of one text, with untrusted texts quoted.
import { Effect, Schema } from "effect"
import { CallToolResult } from "effect/ai/McpSchema"
import type { InProcessApi, RequestIssue, Refused } from "../api/http/InProcessApi.ts"
import { issuesOf } from "../api/http/issuesOf.ts"
import { type Caller, CurrentCaller } from "./Caller.ts"
import { linksIn } from "../domain/consoleLinks.ts"
import { QUOTING_NOTICE, quoteUntrusted } from "./untrustedText.ts"
import type { Call, ProjectCall, Tool } from "./Tool.ts"

/** `MAX_ANSWER_CHARACTERS` bounds an answer: a longer one would displace the rest of a model's context. */
const MAX_ANSWER_CHARACTERS = 60_000

const answer = (content: object, isError = false) =>
  new CallToolResult({ isError, content: [{ type: "text", text: JSON.stringify(content) }] })

const errorAnswer = (code: string, detail: string, errors: ReadonlyArray<RequestIssue>) =>
  answer(
    {
      error: code,
      detail,
      ...(errors.length === 0
        ? {}
        : {
            errors: errors
              .slice(0, 20)
              .map(({ detail: issueDetail, pointer }) => ({ pointer, detail: quoteUntrusted(issueDetail) }))
          })
    },
    true
  )

const formats = new Map<string, Intl.DateTimeFormat>()

/** Makes the function that formats an instant in a zone: `2026-05-01 06:40`. */
const localIn = (timeZone: string) => {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" })
    formats.set(timeZone, format)
  }
  const zoneFormat = format
  return (instant: string) => zoneFormat.format(new Date(instant))
}

/** Makes the handler of a tool; `base` returns the public address of the service. */
export const makeAnswerTool = (api: InProcessApi["Service"], base: () => string) => {
  const callOf = (caller: Caller): Call => ({
    base: base(),
    ask: (method, path, request) => api.call(caller, method, path, request)
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

  const run = Effect.fnUntraced(function* (tool: Tool, input: object, caller: Caller) {
    const call = callOf(caller)
    if (!tool.inProject) return yield* tool.run(input as never, call as never)
    const projectCall = yield* inProject(
      call,
      (input as { readonly project_id: string }).project_id.toLowerCase()
    )
    return {
      timezone: projectCall.project.timezone,
      ...(yield* tool.run(input as never, projectCall as never))
    }
  })

  return (tool: Tool) => (payload: unknown) =>
    Effect.gen(function* () {
      const caller = yield* CurrentCaller
      if (caller === null) return yield* Effect.die(new Error("a tool was called past the gate"))
      const finish = (outcome: string, result: CallToolResult) => {
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
              finish(
                "INVALID_INPUT",
                errorAnswer("INVALID_INPUT", "The input breaks its schema.", issuesOf(issue))
              )
            ),
          onSuccess: (input) =>
            Effect.match(run(tool, input, caller), {
              onFailure: ({ code, detail, errors }: Refused) =>
                finish(code, errorAnswer(code, detail, errors)),
              onSuccess: (content) => {
                const result = answer({ reading: QUOTING_NOTICE, ...content })
                const [text] = result.content
                return text?.type === "text" && text.text.length > MAX_ANSWER_CHARACTERS
                  ? finish(
                      "TOO_LONG",
                      errorAnswer(
                        "TOO_LONG",
                        "The answer is too long: ask for fewer items or a shorter time.",
                        []
                      )
                    )
                  : finish("answered", result)
              }
            })
        })
      )
    })
}
