// The console's pages by their addresses. The address is the state: every view is a link, and the back button
// works.
import { createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { queryClient } from "./queries/queryClient.ts"
import { projects } from "./queries/session.ts"
import { Login } from "./login/Login.tsx"
import { inProject, known, root } from "./grounds.ts"
import { NoProject } from "./shell/NoProject.tsx"
import { loginSearch, texts } from "./searchTexts.ts"

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  component: Login,
  validateSearch: loginSearch
})

const home = createRoute({
  getParentRoute: () => known,
  path: "/",
  beforeLoad: async () => {
    const all = await queryClient.ensureQueryData(projects)
    const last = localStorage.getItem("pugmark project")
    const project = all.find(({ slug }) => slug === last) ?? all[0]
    if (project !== undefined) throw redirect({ to: "/p/$slug/live", params: { slug: project.slug } })
  },
  component: NoProject
})

const start = createRoute({
  getParentRoute: () => inProject,
  path: "/",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/p/$slug/live", params })
  }
})

const live = createRoute({
  getParentRoute: () => inProject,
  path: "live",
  validateSearch: texts("sel", "t", "w", "why", "area", "tool"),
  component: lazyRouteComponent(() => import("./live/Live.tsx"), "Live")
})

const alerts = createRoute({
  getParentRoute: () => inProject,
  path: "alerts",
  validateSearch: texts("sel", "by", "severity", "rule"),
  component: lazyRouteComponent(() => import("./alerts/Alerts.tsx"), "Alerts")
})

const event = createRoute({
  getParentRoute: () => inProject,
  path: "events/$event",
  component: lazyRouteComponent(() => import("./event/EventPage.tsx"), "EventPage")
})

const rules = createRoute({
  getParentRoute: () => inProject,
  path: "rules",
  validateSearch: texts("view", "q", "entity"),
  component: lazyRouteComponent(() => import("./rules/Rules.tsx"), "Rules")
})

const bench = createRoute({
  getParentRoute: () => inProject,
  path: "rules/$rule",
  validateSearch: texts("template", "as", "days"),
  component: lazyRouteComponent(() => import("./bench/BenchPage.tsx"), "BenchPage")
})

const animals = createRoute({
  getParentRoute: () => inProject,
  path: "animals",
  validateSearch: texts("q", "type", "group", "inside", "sort", "reporting"),
  component: lazyRouteComponent(() => import("./animals/Animals.tsx"), "Animals")
})

const animal = createRoute({
  getParentRoute: () => inProject,
  path: "animals/$entity",
  component: lazyRouteComponent(() => import("./animals/AnimalPage.tsx"), "AnimalPage")
})

const whyNot = createRoute({
  getParentRoute: () => inProject,
  path: "animals/$entity/why",
  validateSearch: texts("t"),
  component: lazyRouteComponent(() => import("./whynot/WhyNot.tsx"), "WhyNot")
})

const fixes = createRoute({
  getParentRoute: () => inProject,
  path: "animals/$entity/fixes",
  validateSearch: texts("t", "w", "over"),
  component: lazyRouteComponent(() => import("./fixes/Fixes.tsx"), "Fixes")
})

const operate = createRoute({
  getParentRoute: () => inProject,
  path: "operate",
  component: lazyRouteComponent(() => import("./operate/Attention.tsx"), "Attention")
})

const health = createRoute({
  getParentRoute: () => inProject,
  path: "operate/health",
  validateSearch: texts("last"),
  component: lazyRouteComponent(() => import("./health/HealthPage.tsx"), "HealthPage")
})

const traffic = createRoute({
  getParentRoute: () => inProject,
  path: "operate/traffic",
  validateSearch: texts("status", "q", "source", "device", "code", "from", "to", "last", "sel"),
  component: lazyRouteComponent(() => import("./traffic/Traffic.tsx"), "Traffic")
})

const sources = createRoute({
  getParentRoute: () => inProject,
  path: "operate/sources",
  component: lazyRouteComponent(() => import("./sources/Sources.tsx"), "Sources")
})

const identities = createRoute({
  getParentRoute: () => inProject,
  path: "operate/identities",
  validateSearch: texts("view"),
  component: lazyRouteComponent(() => import("./identities/Identities.tsx"), "Identities")
})

const devices = createRoute({
  getParentRoute: () => inProject,
  path: "operate/devices",
  component: lazyRouteComponent(() => import("./devices/Devices.tsx"), "Devices")
})

const device = createRoute({
  getParentRoute: () => inProject,
  path: "operate/devices/$device",
  component: lazyRouteComponent(() => import("./devices/DevicePage.tsx"), "DevicePage")
})

const metrics = createRoute({
  getParentRoute: () => inProject,
  path: "operate/metrics",
  validateSearch: texts("view", "sel"),
  component: lazyRouteComponent(() => import("./metrics/Metrics.tsx"), "Metrics")
})

const traces = createRoute({
  getParentRoute: () => inProject,
  path: "operate/traces",
  validateSearch: texts("q", "kind", "status", "code", "device", "entity", "rule", "to", "sel"),
  component: lazyRouteComponent(() => import("./traces/Traces.tsx"), "Traces")
})

const trace = createRoute({
  getParentRoute: () => inProject,
  path: "operate/traces/$trace",
  component: lazyRouteComponent(() => import("./traces/TracePage.tsx"), "TracePage")
})

const account = createRoute({
  getParentRoute: () => known,
  path: "account",
  component: lazyRouteComponent(() => import("./account/AccountPage.tsx"), "AccountPage")
})

const settings = createRoute({
  getParentRoute: () => inProject,
  path: "project/settings",
  component: lazyRouteComponent(() => import("./project/SettingsPage.tsx"), "SettingsPage")
})

const people = createRoute({
  getParentRoute: () => inProject,
  path: "project/people",
  component: lazyRouteComponent(() => import("./project/PeoplePage.tsx"), "PeoplePage")
})

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    known.addChildren([
      home,
      account,
      inProject.addChildren([
        start,
        live,
        alerts,
        event,
        rules,
        bench,
        animals,
        animal,
        whyNot,
        fixes,
        operate,
        health,
        traffic,
        sources,
        identities,
        devices,
        device,
        metrics,
        traces,
        trace,
        settings,
        people
      ])
    ])
  ]),
  defaultPreload: "intent",
  scrollRestoration: true
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
