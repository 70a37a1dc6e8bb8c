// The routes of the pages for operators.
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { loadWords } from "../words/language.ts"
import { inProject } from "./parentRoutes.tsx"
import { texts } from "./searchTexts.ts"

const operate = createRoute({
  getParentRoute: () => inProject,
  path: "operate",
  loader: () => loadWords("operate", "matters", "sources"),
  component: lazyRouteComponent(() => import("./pages/operate/Attention.tsx"), "Attention")
})

const health = createRoute({
  getParentRoute: () => inProject,
  path: "operate/health",
  validateSearch: texts("last"),
  loader: () => loadWords("health", "operate"),
  component: lazyRouteComponent(() => import("./pages/health/HealthPage.tsx"), "HealthPage")
})

const traffic = createRoute({
  getParentRoute: () => inProject,
  path: "operate/traffic",
  validateSearch: texts("status", "q", "source", "device", "code", "from", "to", "last", "taken", "sel"),
  loader: () => loadWords("operate", "remedies", "traffic", "traces"),
  component: lazyRouteComponent(() => import("./pages/traffic/Traffic.tsx"), "Traffic")
})

const sources = createRoute({
  getParentRoute: () => inProject,
  path: "operate/sources",
  loader: () => loadWords("operate", "sources"),
  component: lazyRouteComponent(() => import("./pages/sources/Sources.tsx"), "Sources")
})

const connect = createRoute({
  getParentRoute: () => inProject,
  path: "operate/sources/new",
  validateSearch: texts("who", "source", "published"),
  loader: () => loadWords("operate", "identities", "connect", "remedies", "senders", "sources", "traces"),
  component: lazyRouteComponent(() => import("./pages/sources/connect/ConnectPage.tsx"), "ConnectPage")
})

const identities = createRoute({
  getParentRoute: () => inProject,
  path: "operate/identities",
  validateSearch: texts("view"),
  loader: () => loadWords("identities", "operate", "traces"),
  component: lazyRouteComponent(() => import("./pages/identities/Identities.tsx"), "Identities")
})

const devices = createRoute({
  getParentRoute: () => inProject,
  path: "operate/devices",
  loader: () => loadWords("addAnimals", "operate", "devices", "deviceForms"),
  component: lazyRouteComponent(() => import("./pages/devices/Devices.tsx"), "Devices")
})

const device = createRoute({
  getParentRoute: () => inProject,
  path: "operate/devices/$device",
  loader: () => loadWords("addAnimals", "charts", "operate", "traffic", "devices", "deviceForms"),
  component: lazyRouteComponent(() => import("./pages/devices/DevicePage.tsx"), "DevicePage")
})

const metrics = createRoute({
  getParentRoute: () => inProject,
  path: "operate/metrics",
  validateSearch: texts("view", "sel"),
  loader: () => loadWords("metrics", "operate"),
  component: lazyRouteComponent(() => import("./pages/metrics/Metrics.tsx"), "Metrics")
})

const traces = createRoute({
  getParentRoute: () => inProject,
  path: "operate/traces",
  validateSearch: texts("q", "kind", "status", "code", "device", "entity", "rule", "to", "sel"),
  loader: () => loadWords("traces", "operate"),
  component: lazyRouteComponent(() => import("./pages/traces/Traces.tsx"), "Traces")
})

const trace = createRoute({
  getParentRoute: () => inProject,
  path: "operate/traces/$trace",
  loader: () => loadWords("traces", "operate", "remedies"),
  component: lazyRouteComponent(() => import("./pages/traces/TracePage.tsx"), "TracePage")
})

/** The routes of the operators' pages. */
export const operateRoutes = [
  operate,
  health,
  traffic,
  sources,
  connect,
  identities,
  devices,
  device,
  metrics,
  traces,
  trace
] as const
