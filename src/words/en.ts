// English: the rooms of its words, each a module that is loaded when a page needs it; and with it the type of every
// other language.
import type { Like } from "./tools.ts"

/** en loads a room of English words. Other languages have the same rooms (`es.ts`). */
export const en = {
  account: () => import("./en/account.ts"),
  addAnimals: () => import("./en/addAnimals.ts"),
  alerts: () => import("./en/alerts.ts"),
  analyses: () => import("./en/analyses.ts"),
  analysisLabels: () => import("./en/analysisLabels.ts"),
  animals: () => import("./en/animals.ts"),
  area: () => import("./en/area.ts"),
  areaFiles: () => import("./en/areaFiles.ts"),
  areas: () => import("./en/areas.ts"),
  automations: () => import("./en/automations.ts"),
  backtest: () => import("./en/backtest.ts"),
  bench: () => import("./en/bench.ts"),
  charts: () => import("./en/charts.ts"),
  common: () => import("./en/common.ts"),
  connect: () => import("./en/sources/connect.ts"),
  consent: () => import("./en/consent.ts"),
  deviceForms: () => import("./en/deviceForms.ts"),
  devices: () => import("./en/devices.ts"),
  event: () => import("./en/event.ts"),
  fixes: () => import("./en/fixes.ts"),
  groups: () => import("./en/groups.ts"),
  health: () => import("./en/health.ts"),
  identities: () => import("./en/identities.ts"),
  importQuestions: () => import("./en/importQuestions.ts"),
  imports: () => import("./en/imports.ts"),
  keys: () => import("./en/keys.ts"),
  live: () => import("./en/live.ts"),
  login: () => import("./en/login.ts"),
  matters: () => import("./en/messages/matters.ts"),
  metrics: () => import("./en/metrics.ts"),
  newAnalysis: () => import("./en/newAnalysis.ts"),
  notifications: () => import("./en/messages/notifications.ts"),
  operate: () => import("./en/operate.ts"),
  palette: () => import("./en/palette.ts"),
  project: () => import("./en/project.ts"),
  remedies: () => import("./en/messages/remedies.ts"),
  results: () => import("./en/results.ts"),
  rules: () => import("./en/rules.ts"),
  senders: () => import("./en/sources/senders.ts"),
  server: () => import("./en/messages/server.ts"),
  sources: () => import("./en/sources/sources.ts"),
  traces: () => import("./en/traces.ts"),
  traffic: () => import("./en/traffic.ts"),
  warnings: () => import("./en/messages/warnings.ts"),
  whyNot: () => import("./en/whyNot.ts")
}

/** Room is the name of a set of words: `common` for every page, others for a page each. */
export type Room = keyof typeof en

type Module<R extends Room> = Awaited<ReturnType<(typeof en)[R]>>

/** Words are the messages of every room, in any language. */
export type Words = { readonly [R in Room]: R extends keyof Module<R> ? Like<Module<R>[R]> : never }

/** Loaders load the rooms of a language; the compiler asks for each room and each message of English. */
export type Loaders = { readonly [R in Room]: () => Promise<Pick<Words, R>> }
