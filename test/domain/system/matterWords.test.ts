// Matters of a project in words: every kind, with a remedy for people, where it is mended, and a request that
// the API knows.
import { assert, describe, it } from "@effect/vitest"
import { SchemaAST } from "effect"
import { attentionCodes, type Matter } from "../../../src/domain/system/Attention.ts"
import { inWords } from "../../../src/domain/system/matterWords.ts"
import { matters as spanish } from "../../../src/words/es/messages/matters.ts"
import { messageText } from "../../../src/words/message.ts"
import { routes } from "../../support/http/routes.ts"

const PROJECT = "01a207d5-f160-700b-9968-9185f7867a35"
const ID = "01a207d5-f160-700b-9968-9185f7867a36"

const matter = (of: Partial<Matter> & Pick<Matter, "code">): Matter => ({
  id: "x",
  since: "2026-05-01T00:00:00.000Z",
  type: "device",
  object_id: ID,
  name: "Alma",
  count: 2,
  said: null,
  silent_hours: 24,
  ended_at: null,
  recent_since: "2026-04-30T00:00:00.000Z",
  carrier: null,
  ...of
})

const matches = (pattern: string, path: string): boolean => {
  const names = pattern.replace(/\/$/, "").split("/"),
    parts = path.split("/")
  return names.length === parts.length && names.every((name, i) => name.startsWith(":") || name === parts[i])
}

/** The names that the query of a route may have. */
const queryOf = (method: string, path: string): ReadonlyArray<string> | undefined => {
  const route = routes.find((r) => r.method === method && matches(r.path, path))
  if (route === undefined) return undefined
  const ast = route.endpoint.query?.ast
  return ast !== undefined && SchemaAST.isObjects(ast)
    ? ast.propertySignatures.map(({ name }) => String(name))
    : []
}

describe("every matter of a project", () => {
  it.each([...attentionCodes])("%s is told in words, with a remedy that names no request", (code) => {
    for (const count of [1, 7])
      for (const said of [null, "it went wrong"])
        for (const name of [null, "Alma"]) {
          const { detail, detail_message, object, remedy, remedy_message } = inWords(
            PROJECT,
            matter({ code, count, said, name, object_id: "d-1" })
          )
          assert.match(detail, /\w+ \w+/)
          assert.notMatch(detail + remedy, /undefined|null\b|NaN/)
          assert.isAbove(remedy.length, 30)
          assert.notMatch(remedy, /\b(GET|POST|PUT|PATCH|DELETE)\b|\w\/\w+s\b|\?\w+=/)
          const inSpanish = [detail_message, remedy_message]
            .map((one) => messageText(one, spanish)!)
            .join(" ")
          assert.notMatch(inSpanish, /undefined|null\b|NaN/)
          assert.include(inSpanish, code === "METRIC_UNDEFINED" ? "d-1" : (name ?? "d-1"))
          assert.notInclude(inSpanish, remedy)
          assert.deepStrictEqual(object, { type: "device", id: "d-1", name })
        }
  })

  it.each([...attentionCodes])("%s is told as what was when it is over, and leads nowhere", (code) => {
    const ended_at = "2026-05-01T01:00:00.000Z"
    const told = inWords(PROJECT, matter({ code, ended_at }))
    assert.deepInclude(told, { action: null, api: null, ended_at })
    assert.match(told.detail, /\b(was|were|had|failed|sent|did|asked)\b/)
    assert.notMatch(told.detail, /undefined|null\b|NaN/)
  })

  it.each([...attentionCodes])("%s names beside them only requests that there are", (code) => {
    for (const type of ["device", "rule", "project", "export", "data_source"]) {
      const { api } = inWords(PROJECT, matter({ code, type }))
      assert.isNotNull(api)
      const [, method, path, query] = /^([A-Z]+) ([^?]+)(?:\?(.+))?$/.exec(api)!
      const known = queryOf(method!, path!)
      assert.isDefined(known, api)
      for (const name of new URLSearchParams(query).keys()) assert.include(known, name, api)
    }
  })

  it("leads to where it is mended, and says what one must have for it", () => {
    const led = (of: Parameters<typeof matter>[0]) => {
      const { action } = inWords(PROJECT, matter(of))
      return action === null
        ? null
        : [action.kind, action.object?.id ?? null, action.code ?? action.since, action.permission].join(" ")
    }
    const cow = { id: PROJECT, name: "Cow" }
    assert.deepStrictEqual(
      [
        led({ code: "RULE_FAILING", type: "rule" }),
        led({ code: "DEVICE_SILENT" }),
        led({ code: "DEVICE_SILENT", carrier: cow }),
        led({ code: "CLOCK_WRONG" }),
        led({ code: "JOB_FAILED" }),
        led({ code: "JOB_FAILED", type: "export" }),
        led({ code: "JOB_STUCK" }),
        led({ code: "SOURCE_DISCONNECTED", type: "data_source" }),
        led({ code: "DELIVERIES_FAILED", type: "automation" }),
        led({ code: "RULE_STORM", type: "rule", said: "disabled" }),
        led({ code: "RULE_STORM", type: "project" })
      ],
      [
        `open_rule ${ID}  rules:write`,
        `open_device ${ID}  project:read`,
        `open_entity ${PROJECT}  project:read`,
        `open_traces ${ID} TIMESTAMP_INVALID traces:read`,
        `open_traces ${ID} JOB_FAILED traces:read`,
        "open_traces  JOB_FAILED traces:read",
        "open_health   project:read",
        `test_source ${ID}  integrations:write`,
        `redeliver ${ID} 2026-04-30T00:00:00.000Z automations:write`,
        `open_rule ${ID}  rules:write`,
        "open_rules   rules:write"
      ]
    )
  })

  it("leads nowhere where nothing of the service mends it", () => {
    for (const of of [
      { code: "DELIVERIES_FAILED", type: "automation", object_id: "Tell" },
      { code: "RULE_STORM", type: "rule", said: "archived" },
      { code: "RULE_STORM", type: "rule", said: "deleted" }
    ] as const)
      assert.isNull(inWords(PROJECT, matter(of)).action, of.code)
  })
})
