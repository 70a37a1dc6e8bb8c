// The settings of the map: what is taken, and that nothing gets into a content policy that is no https origin.
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { readSettings } from "../../src/config/readSettings.ts"

const read = (env: Readonly<Record<string, string>>) =>
  Effect.map(readSettings(env), (settings) => settings.map)

it.effect("without any the map is the console's own", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* read({}), { styleUrl: null, tileUrl: null, attribution: null, hosts: [] })
  })
)

it.effect("the hosts are those of the addresses and those that are named, each once", () =>
  Effect.gen(function* () {
    const tiles = "https://a.tiles.example.org:8443/{z}/{x}/{y}.png?key=1"
    assert.deepStrictEqual(yield* read({ MAP_TILE_URL: tiles, MAP_ATTRIBUTION: "© Somebody" }), {
      styleUrl: null,
      tileUrl: tiles,
      attribution: "© Somebody",
      hosts: ["https://a.tiles.example.org:8443"]
    })
    const style = "https://tiles.example.org/style.json"
    const named = " https://fonts.example.org ,https://tiles.example.org,"
    assert.deepStrictEqual((yield* read({ MAP_STYLE_URL: style, MAP_HOSTS: named })).hosts, [
      "https://tiles.example.org",
      "https://fonts.example.org"
    ])
  })
)

it.effect("what cannot be used is refused with the name of the variable and what it takes", () =>
  Effect.gen(function* () {
    const tiles = "/{z}/{x}/{y}.png"
    const refused: ReadonlyArray<readonly [name: string, values: ReadonlyArray<string>]> = [
      ["MAP_STYLE_URL", ["http://a.example.org/s.json", "/s.json", "https://u:p@a.example.org/s.json", "x"]],
      [
        "MAP_TILE_URL",
        [
          `http://a.example.org${tiles}`,
          "https://a.example.org/0/0/0.png",
          `https://{s}.example.org${tiles}`,
          `https://*.example.org${tiles}`,
          `https://a.example.org;script-src${tiles}`,
          `https://a.example.org'${tiles}`
        ]
      ],
      [
        "MAP_HOSTS",
        [
          "http://a.example.org",
          "https://*.example.org",
          "https://a.example.org/",
          "https://a.example.org/path",
          "a.example.org",
          "https:",
          "*",
          "'unsafe-inline'",
          "https://a.example.org; script-src *",
          "https://a.example.org https://b.example.org",
          "https://A.example.org"
        ]
      ],
      ["MAP_ATTRIBUTION", ["<a href=x>x</a>", "a\nb", "a".repeat(301)]]
    ]
    for (const [name, values] of refused)
      for (const value of values) {
        const { message } = yield* Effect.flip(read({ [name]: value }))
        assert.include(message, `${name}=${value} cannot be used: `)
      }
    const { message } = yield* Effect.flip(
      read({ MAP_STYLE_URL: "https://a.example.org/s.json", MAP_TILE_URL: `https://b.example.org${tiles}` })
    )
    assert.include(message, "MAP_STYLE_URL is set too")
  })
)
