// What goes wrong at night, in a project of its own: each trouble is in the list of what needs attention within a
// minute, while somebody looks at it, and its button leads to the repair.
import { Effect } from "effect"
import type { Browser, Page } from "playwright-core"
import type { Client } from "../journeys/client.ts"
import { makeMeadow, type Meadow } from "../support/browser/meadow.ts"
import { holdUpJob, makeBrokenRule } from "../support/browser/trouble.ts"
import type { Seen, Storage } from "./see.ts"

/** Within this a trouble appears. */
const MINUTE_MS = 60_000

interface House {
  readonly origin: string
  readonly client: Client
  readonly databaseUrl: string
}

interface Trouble {
  readonly code: string
  readonly make: (house: House, meadow: Meadow) => Effect.Effect<unknown>
  /** where its button leads, or what it says */
  readonly repair: (page: Page) => Promise<unknown>
}

const report =
  (device: string, time: string) =>
  ({ client }: House, { sourceId, sourceToken }: Meadow) =>
    Effect.orDie(
      client.ask("POST", `/ingest/http/${sourceId}`, [{ device, time, lon: 14.05, lat: 51.05 }], sourceToken)
    )

const troubles: ReadonlyArray<Trouble> = [
  {
    code: "SOURCE_DISCONNECTED",
    make: ({ client }, { projectId }) =>
      client.post("/data-sources", {
        name: "The broker of the valley",
        adapter_key: "generic_mqtt",
        project_ids: [projectId],
        config: { mqtt: { url: "mqtt://127.0.0.1:1", topics: ["collars/#"] } }
      }),
    // the test is made, and says what stands in the way
    repair: (page) =>
      page.getByRole("status").getByText("Nobody listens at this address and port.").first().waitFor()
  },
  {
    code: "RULE_FAILING",
    make: (house, meadow) =>
      Effect.andThen(makeBrokenRule(house, meadow, "From tomorrow"), meadow.walk("Alma", [[1, "inside"]])),
    repair: (page) => page.waitForURL("**/rules/*")
  },
  {
    code: "DEVICE_SILENT",
    make: () => Effect.void, // Berta has never reported
    repair: (page) => page.getByRole("heading", { name: "Berta" }).first().waitFor()
  },
  {
    code: "UNKNOWN_IDENTITIES",
    make: (house, meadow) => report("stranger", new Date().toISOString())(house, meadow),
    repair: (page) => page.getByRole("checkbox", { name: "stranger", exact: true }).waitFor()
  },
  {
    code: "CLOCK_WRONG",
    make: (house, meadow) => report("Alma", "1980-01-06T00:03:12Z")(house, meadow),
    repair: (page) => page.getByRole("row").filter({ hasText: "TIMESTAMP_INVALID" }).first().waitFor()
  },
  {
    code: "JOB_STUCK",
    make: (house, { animals }) => holdUpJob(house, animals["Alma"]!.deviceId),
    repair: (page) => page.getByRole("heading", { name: "Versions" }).waitFor()
  }
]

/** Of each trouble whether it appeared in time and is mended where its button leads. */
export const sixTroubles = (
  browser: Browser,
  house: House,
  storageState: Storage
): Effect.Effect<ReadonlyArray<Seen>> =>
  Effect.gen(function* () {
    const meadow = yield* makeMeadow(house.client, "night", ["Alma", "Berta"])
    const home = `${house.origin}${meadow.path}/operate`
    const context = yield* Effect.promise(() => browser.newContext({ storageState }))
    const page = yield* Effect.promise(async () => {
      const page = await context.newPage()
      await page.goto(home)
      await page.getByRole("heading", { name: "Data sources" }).waitFor()
      return page
    })
    const began = new Map<string, number>()
    for (const { code, make } of troubles) {
      began.set(code, Date.now())
      yield* make(house, meadow)
    }
    const line = (code: string) => page.getByRole("listitem").filter({ hasText: code })
    const late = new Map<string, string>()
    for (const { code } of troubles) {
      const left = began.get(code)! + MINUTE_MS - Date.now()
      yield* Effect.promise(() =>
        line(code)
          .waitFor({ timeout: Math.max(left, 1) })
          .catch(() => void late.set(code, "it did not appear within a minute"))
      )
    }
    const seen: Array<Seen> = []
    for (const { code, repair } of troubles) {
      const wrong = yield* Effect.promise(async (): Promise<ReadonlyArray<string>> => {
        try {
          if (page.url() !== home) await page.goto(home)
          await line(code).locator("a.btn, button.btn").click()
          await repair(page)
          return []
        } catch (error) {
          return [String(error).split("\n")[0]!]
        }
      })
      seen.push({ view: code, look: "trouble", wrong: [...(late.has(code) ? [late.get(code)!] : wrong)] })
    }
    yield* Effect.promise(() => context.close())
    return seen
  }).pipe(Effect.scoped)
