// Settings of a project: what is known of them is checked, the rest is kept.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeProject } from "../../../support/http/tracking.ts"

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("settings of a project", (it) => {
  it.effect("are kept whole, those that nobody knows too", () =>
    Effect.gen(function* () {
      const settings = {
        entity_word: { one: "vache", many: "vaches" },
        language: "es",
        silent_after_hours: 0.5,
        seasons: [
          { name: "Winter", from: "12-01", to: "02-29" },
          { name: "Summer", from: "06-01", to: "09-30" }
        ],
        spark_metric: "rumen.temperature_c",
        map: { centre: [10.5, 51.2], zoom: 12.5 },
        analysis_modules: ["grazing"],
        landscape: "demo",
        ours: { any: [1, null, "x"] },
        colour: "green"
      }
      const { id } = yield* makeProject({ settings })
      assert.deepStrictEqual((yield* expectStatus(200, "GET", `/projects/${id}`)).settings, settings)
      const other = { entity_word: { one: "cow", many: "cows" } }
      const changed = yield* expectStatus(200, "PATCH", `/projects/${id}`, { settings: other })
      assert.deepStrictEqual(changed.settings, other)
      assert.deepStrictEqual(
        (yield* expectStatus(200, "PATCH", `/projects/${id}`, { settings: {} })).settings,
        {}
      )
    })
  )

  it.effect("are refused by the name of the member where they are not what they are called", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { id } = yield* makeProject()
      const refused: ReadonlyArray<readonly [pointer: string, settings: object]> = [
        ["/entity_word/many", { entity_word: { one: "cow" } }],
        ["/entity_word/one", { entity_word: { one: " ", many: "cows" } }],
        ["/entity_word/many", { entity_word: { one: "cow", many: "c".repeat(41) } }],
        ["/entity_word/few", { entity_word: { one: "cow", many: "cows", few: "cows" } }],
        ["/language", { language: "fr" }],
        ["/language", { language: null }],
        ["/silent_after_hours", { silent_after_hours: 0 }],
        ["/silent_after_hours", { silent_after_hours: "24" }],
        ["/seasons/0/from", { seasons: [{ name: "Summer", from: "13-01", to: "09-30" }] }],
        [
          "/seasons",
          { seasons: Array.from({ length: 13 }, () => ({ name: "S", from: "01-01", to: "01-02" })) }
        ],
        ["/spark_metric", { spark_metric: "" }],
        ["/map/centre/1", { map: { centre: [10, 91], zoom: 3 } }],
        ["/map/zoom", { map: { centre: [10, 50], zoom: 99 } }],
        ["/analysis_modules/0", { analysis_modules: ["astrology"] }],
        ["/landscape", { landscape: "moon" }]
      ]
      for (const [pointer, settings] of refused)
        for (const [method, path] of [
          ["PATCH", `/projects/${id}`],
          ["POST", "/projects"]
        ] as const) {
          const body = method === "POST" ? { name: "Farm", settings } : { settings }
          const answer = yield* send(method, path, { body })
          assert.deepStrictEqual(
            [answer.status, answer.body.errors?.[0]?.pointer],
            [422, `/settings${pointer}`],
            JSON.stringify(settings)
          )
        }
    })
  )
})
