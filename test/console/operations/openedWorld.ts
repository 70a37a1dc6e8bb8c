// A project in which every control of the console has something to be about: an alert that is open and one that is
// resolved, a snooze, a correction, an automation that failed to deliver, a run, reports of devices nobody registered.
import { Effect } from "effect"
import { createHash } from "node:crypto"
import type { Run } from "../../../src/domain/analysis/Run.ts"
import { type Made, until } from "../../journeys/client.ts"
import { makeHerd } from "../../journeys/herd.ts"
import { makeSights, type Sights } from "../../support/browser/everyPage.ts"
import type { Meadow } from "../../support/browser/meadow.ts"
import type { Console } from "../../support/browser/theConsole.ts"
import { failDeliveries, holdUpJob } from "../../support/browser/trouble.ts"

/** OpenedWorld is what the pages of the walk are about. */
export interface OpenedWorld extends Sights {
  /** the address of the project, and a part of names in it */
  readonly word: string
  /** `/p/<slug>` of a project without animals */
  readonly empty: string
  readonly automation: string
  readonly run: string
  /** an animal with a corrected fix, and its event, whose alert is resolved and whose rule is snoozed about it */
  readonly other: { readonly device: string; readonly entity: string; readonly event: string }
  /** a rule that can be judged */
  readonly sound: string
}

const MINUTE_MS = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString()

interface Identity extends Made {
  readonly external_id: string
}

/**
 * An event of Wolfram, who left as well: its alert is resolved, its rule snoozed, and a fix before is
 * corrected.
 */
const makeOther = ({ client }: Console, { meadow }: Effect.Success<ReturnType<typeof makeSights>>) =>
  Effect.gen(function* () {
    const at = `/projects/${meadow.projectId}`
    const { deviceId, entityId } = meadow.animals["Wolfram"]!
    yield* meadow.walk("Wolfram", [
      [200, "inside"],
      [190, "inside"],
      [7, "outside"]
    ])
    const alerts = yield* meadow.alerted(2)
    const alert = alerts.find(({ title }) => title.startsWith("Wolfram"))!
    yield* client.post(`${at}/alerts/${alert.id}/resolve`, {})
    const rules = yield* client.all<Made & { readonly name: string }>(`${at}/rules`)
    const rule = rules.find(({ name }) => name === "Geofence exit")!
    yield* client.ask("PUT", `${at}/rules/${rule.id}/snoozes/${entityId}`, { until: ago(-600) })
    const fixes = yield* client.all<{ readonly id: number; readonly time: string }>(
      `${at}/positions?device_id=${deviceId}`
    )
    const [oldest] = fixes.toSorted((a, b) => a.time.localeCompare(b.time))
    yield* client.post(`${at}/curations`, {
      device_id: deviceId,
      position_ids: [oldest!.id],
      set: { valid: false },
      reason: "carried by car"
    })
    return { other: { device: deviceId, entity: entityId, event: alert.event_id }, sound: rule.id }
  })

/** An automation that could not deliver a message about an event. */
const makeAutomation = (house: Console, meadow: Meadow, event: string) =>
  Effect.gen(function* () {
    const made = yield* house.client.post<Made & { readonly actions: ReadonlyArray<Made> }>(
      `/projects/${meadow.projectId}/automations`,
      {
        name: "Tell the station",
        enabled: true,
        actions: [
          { type: "email", to: ["ranger@example.org"] },
          { type: "webhook", url: "https://station.example.org/pugmark" }
        ]
      }
    )
    const [action] = made.actions
    yield* failDeliveries(house, meadow, { event, automation: made.id, action: action!.id, count: 1 })
    return made.id
  })

export const makeOpenedWorld = (house: Console) =>
  Effect.gen(function* () {
    const { client } = house
    const made = yield* makeSights(house)
    const { meadow, sights } = made
    const at = `/projects/${meadow.projectId}`
    const word = meadow.path.slice(3)
    const others = yield* makeOther(house, made)
    const automation = yield* makeAutomation(house, meadow, sights.event)
    const empty = `empty-${word}`
    yield* makeHerd(client, empty)
    yield* client.post(`${at}/groups`, { name: "Calves" })
    yield* client.post<unknown>(`${at}/imports`, {
      file_name: "herd-2026.csv",
      size_bytes: 48_213,
      sha256: createHash("sha256").update(word).digest("hex"),
      answers: {}
    })

    yield* client.ask(
      "POST",
      `/ingest/http/${meadow.sourceId}`,
      { device: `${word}-ignored`, time: ago(0), lon: 14, lat: 51 },
      meadow.sourceToken
    )
    const unknown = yield* client.all<Identity>(`/unknown-identities?data_source_id=${meadow.sourceId}`)
    yield* client.ask("POST", "/unknown-identities/ignore", {
      identity_ids: unknown.flatMap(({ external_id, id }) => (external_id.endsWith("ignored") ? [id] : []))
    })

    const run = yield* client.post<Run>(`${at}/analyses`, {
      module: "movement",
      parameters: { entity_ids: [sights.entity], time_from: ago(24 * 60), time_to: ago(0) }
    })
    yield* until("the run", client.get<Run>(`${at}/analyses/${run.id}`), ({ status }) =>
      ["completed", "failed"].includes(status)
    )
    yield* holdUpJob(house, sights.device)
    const opened: OpenedWorld = { ...sights, word, empty: `/p/${empty}`, automation, run: run.id, ...others }
    return opened
  })
