// A cache with the alerts of one project, which a test reads as the pages show them.
import { assert, vi } from "@effect/vitest"
import { setImmediate as turn } from "node:timers/promises"
import { type Alert, type AlertList, alertsOf } from "../../../../src/console/data/alerts.ts"
import { alertStore } from "../../../../src/console/data/alerts/alertStore.ts"
import { makeStep } from "../../../../src/console/data/alerts/alertSteps.ts"
import { meanwhileNow, shownAlert, shownList } from "../../../../src/console/data/alerts/shownAlerts.ts"
import { queryClient } from "../../../../src/console/data/queryClient.ts"

// each test has a project of its own: reads of one project are coalesced for a while
let tests = 0
export const project = (): string => `project ${tests}`

export const step = (to: Alert["status"]): Alert["steps"][number] => ({
  at: "2026-05-14T10:00:00.000Z",
  actor: { kind: "user", id: null, name: "Ines" },
  from: "open",
  to,
  note: null
})

export const alert = (id: string, status: Alert["status"] = "open", steps: Alert["steps"] = []) =>
  ({
    id,
    event_id: `event of ${id}`,
    project_id: project(),
    entity_id: null,
    severity: "warning",
    rule: null,
    status,
    steps,
    title: id,
    created_at: `2026-05-14T09:00:00.${id.padStart(3, "0")}Z`
  }) as unknown as Alert

/** Alerts, the newest first. */
export const many = (count: number): ReadonlyArray<Alert> =>
  Array.from({ length: count }, (_, i) => alert(String(count - i)))

export const list = (
  items: ReadonlyArray<Alert>,
  more: Partial<Omit<AlertList, "items">> = {}
): AlertList => ({
  projectId: project(),
  status: "open",
  filter: {},
  items,
  isCut: false,
  most: 200,
  tick: alertStore.tick(),
  ...more
})

export const open = () => alertsOf(project(), "open")
export const taken = () => alertsOf(project(), "acknowledged")

/** The alert 2, acknowledged. */
export const acknowledged = () => alert("2", "acknowledged", [step("acknowledged")])

export const shownIn = (of: AlertList): ReadonlyArray<string> =>
  shownList(of, meanwhileNow()).items.map(({ id }) => id)

/** Returns the ids of the open and of the acknowledged alerts that pages show. */
export const shown = (): ReadonlyArray<string> =>
  [open(), taken()].map(({ queryKey }) => shownIn(queryClient.getQueryData(queryKey)!).join(" "))

/** Returns the status in which pages show an alert that was read. */
export const shownStatus = (of: Alert | null | undefined) => of && shownAlert(of, meanwhileNow()).status

/** Answers each request alike. */
export const answer = (status: number, body: object, meanwhile: () => void = () => undefined): void =>
  void vi.stubGlobal("fetch", async () => {
    meanwhile()
    return Response.json(body, { status })
  })

export const acknowledge = (of: Alert) => makeStep(of, "acknowledge")

/** Acknowledges an alert, and asserts that it fails. */
export const fails = async (of: Alert): Promise<void> =>
  assert.instanceOf(await acknowledge(of).catch((refused: unknown) => refused), Error)

/**
 * Reads the lists and, first, what `others` reads; then answers with what the server knew when the reads
 * began.
 */
export const readAround = async (
  meanwhile: () => unknown,
  others: () => ReadonlyArray<Promise<unknown>> = () => [],
  answers: ReadonlyArray<readonly [part: string, answer: () => Response]> = []
): Promise<void> => {
  const empty = { items: [], next_cursor: null }
  const answered = Promise.withResolvers<void>()
  vi.stubGlobal("fetch", async (address: string) => {
    const found = answers.find(([part]) => address.includes(part))
    if (found?.[0] === "/acknowledge") return found[1]()
    await answered.promise
    if (found !== undefined) return found[1]()
    const items = [alert("3"), alert("2"), alert("1")]
    return Response.json(address.includes("status=open") ? { ...empty, items } : empty)
  })
  const reads = [open(), taken()].map((options) => queryClient.fetchQuery({ ...options, staleTime: 0 }))
  const all = [...others(), ...reads]
  await turn()
  await meanwhile()
  answered.resolve()
  await Promise.all(all)
}

/** Starts a test: three open alerts, none acknowledged. */
export const begin = (): void => {
  tests++
  vi.stubGlobal("location", { pathname: "/" })
  queryClient.setQueryData(open().queryKey, list([alert("3"), alert("2"), alert("1")]))
  queryClient.setQueryData(taken().queryKey, list([], { status: "acknowledged" }))
}

export const end = (): void => {
  vi.unstubAllGlobals()
  queryClient.clear()
}
