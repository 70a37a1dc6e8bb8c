// Every page of the console, opened one after the other without loading it anew, as somebody who may not do all of
// it: what each names of what they lack.
import { Effect } from "effect"
import type { Page } from "playwright-core"
import type { Permission } from "../../../src/domain/access/Permission.ts"
import { type Made, until } from "../../journeys/client.ts"
import { makeMeadow, type Meadow } from "./meadow.ts"
import type { Console } from "./theConsole.ts"
import { makeBrokenRule } from "./trouble.ts"

/** What the pages are about. */
export interface Sights {
  /** `/p/<slug>` */
  readonly path: string
  readonly event: string
  readonly entity: string
  readonly device: string
  readonly rule: string
  readonly area: string
  /** of a report that was refused */
  readonly trace: string
}

/** A meadow of two with a failing rule, an alert, and reports: of a stranger, of 1980, of what nobody defined. */
export const makeSights = (
  house: Pick<Console, "client" | "databaseUrl">
): Effect.Effect<{ readonly meadow: Meadow; readonly sights: Sights }> =>
  Effect.gen(function* () {
    const { client } = house
    const meadow = yield* makeMeadow(client, "roles", ["Alma", "Wolfram"])
    const alma = meadow.animals["Alma"]!
    const rule = yield* makeBrokenRule(house, meadow, "From tomorrow")
    yield* meadow.walk("Alma", [
      [9, "inside"],
      [8, "outside"]
    ])
    const [alert] = yield* meadow.alerted(1)
    const now = new Date().toISOString()
    yield* client.ask(
      "POST",
      `/ingest/http/${meadow.sourceId}`,
      [
        { device: "Alma", time: "1980-01-06T00:03:12Z", lon: 14, lat: 51 },
        { device: `${meadow.path.slice(3)}-stranger`, time: now, lon: 14, lat: 51 },
        { device: "Alma", time: now, measurements: { rumination: 0.4 } }
      ],
      meadow.sourceToken
    )
    const [refused] = yield* until(
      "the trace of what was refused",
      client.all<Made>(`/projects/${meadow.projectId}/traces?code=TIMESTAMP_INVALID`),
      ({ length }) => length === 1
    )
    const [fence] = yield* client.all<Made>(`/projects/${meadow.projectId}/features`)
    return {
      meadow,
      sights: {
        path: meadow.path,
        event: alert!.event_id,
        entity: alma.entityId,
        device: alma.deviceId,
        rule: rule.id,
        area: fence!.id,
        trace: refused!.id
      }
    }
  }).pipe(Effect.orDie)

/** Where a page is, what is to be seen when it is whole, and the keys of what can be done there. */
export interface Stop {
  readonly path: string
  readonly ready: string
  readonly keys: ReadonlyArray<Permission>
}

/**
 * `whole`: as somebody who sees all of the project; whoever does not hears nothing of sources and new
 * metrics.
 */
export const stops = (
  { area, device, entity, event, path, rule, trace }: Sights,
  whole: boolean
): ReadonlyArray<Stop> => {
  const shared: ReadonlyArray<Permission> = whole ? ["devices:write", "project:write"] : []
  const at = (page: string, ready: string, ...keys: ReadonlyArray<Permission>): Stop => ({
    path: `${path}${page}`,
    ready,
    keys
  })
  return [
    at("/live?tool=areas", "[data-panel] li", "features:write"),
    at(`/areas/${area}`, "h2:has-text('History')", "features:write", "rules:write"),
    at("/alerts", "footer:has-text('resolve')"),
    at(`/events/${event}`, "[aria-label='Deliveries']"),
    at("/animals", "tbody tr"),
    at(`/animals/${entity}`, "a:has-text('Correct fixes')"),
    at(`/animals/${entity}/why`, "details"),
    at(`/animals/${entity}/fixes`, "section[aria-label='The fixes'] tbody tr"),
    at("/rules", "section[aria-label=Rules] li", "rules:write"),
    at("/automations", "h2:has-text('No automations yet')", "automations:write"),
    at(`/rules/${rule}`, "[aria-label='Name of the rule']", "rules:write"),
    at("/operate", "li[data-severity]", "rules:write", ...shared),
    at("/operate/health", "h2:has-text('server admin'), h2:has-text('Versions')"),
    at("/operate/traffic", "h2:has-text('Received items')"),
    at("/operate/sources", "[aria-label='Data sources'] li", "integrations:write"),
    at("/operate/sources/new", "nav[aria-label='Sender'] li", "integrations:write"),
    at("/operate/devices", "a:has-text('Collar of')"),
    at(`/operate/devices/${device}`, "#jobs", "devices:write", "project:write"),
    at("/operate/identities", "h2:has-text('New devices')", "devices:write"),
    at("/operate/metrics", "code:has-text('rumination')", "project:write"),
    at("/operate/traces", "tr:has-text('TIMESTAMP_INVALID')"),
    at(`/operate/traces/${trace}`, "h2:has-text('As it came')", "devices:write"),
    at("/project/settings", "h2:has-text('The project')", "project:write"),
    at("/project/people", "h2:has-text('Who can be called')", "members:write"),
    { path: "/account", ready: "h1:has-text('Your account')", keys: [] }
  ]
}

/** The console's own way from page to page: its router hears of what the address becomes. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, "", to), path)

/** Goes there, and waits until the page is whole. */
export const arrive = async (page: Page, { path, ready }: Stop): Promise<void> => {
  await goTo(page, path)
  const sight = ready
    .split(", ")
    .map((one) => `${one}:visible`)
    .join(", ")
  await page
    .locator(sight)
    .first()
    .waitFor()
    .catch((cause: unknown) => {
      throw new Error(`${path} did not show ${ready}`, { cause })
    })
}

/** Waits until a page names just these keys to its reader, who lacks them. */
export const lacks = async (
  page: Page,
  { keys, path }: Stop,
  held: ReadonlySet<Permission>
): Promise<void> => {
  const lacked = keys.filter((key) => !held.has(key)).toSorted()
  const named = () =>
    page
      .locator("[data-lacks]")
      .evaluateAll((all) =>
        [...new Set(all.map((one) => one.getAttribute("data-lacks") ?? ""))]
          .sort((a, b) => (a < b ? -1 : 1))
          .join(", ")
      )
  await page
    .waitForFunction(
      (wanted) =>
        [
          ...new Set(
            [...document.querySelectorAll("[data-lacks]")].map((one) => one.getAttribute("data-lacks") ?? "")
          )
        ]
          .sort((a, b) => (a < b ? -1 : 1))
          .join(", ") === wanted,
      lacked.join(", ")
    )
    .catch(async (cause: unknown) => {
      throw new Error(`${path} names [${await named()}], not [${lacked.join(", ")}]`, { cause })
    })
}
