// The console's routes. The address is the state: every view is a link, and the back button works.
import { createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { loadWords } from "../words/language.ts"
import { analysisRoutes } from "./analysisRoutes.tsx"
import { operateRoutes } from "./operateRoutes.tsx"
import { home, inProject, known, login, root } from "./parentRoutes.tsx"
import { texts } from "./searchTexts.ts"

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
  loader: () => loadWords("server", "alerts", "live", "charts"),
  component: lazyRouteComponent(() => import("./pages/live/Live.tsx"), "Live")
})

const alerts = createRoute({
  getParentRoute: () => inProject,
  path: "alerts",
  validateSearch: texts("tab", "sel", "by", "severity", "rule"),
  loader: () => loadWords("server", "alerts", "event", "charts"),
  component: lazyRouteComponent(() => import("./pages/alerts/Alerts.tsx"), "Alerts")
})

const event = createRoute({
  getParentRoute: () => inProject,
  path: "events/$event",
  loader: () => loadWords("server", "alerts", "automations", "event", "charts", "traces"),
  component: lazyRouteComponent(() => import("./pages/event/EventPage.tsx"), "EventPage")
})

const rules = createRoute({
  getParentRoute: () => inProject,
  path: "rules",
  validateSearch: texts("view", "q", "entity"),
  loader: () => loadWords("server", "event", "rules", "traces"),
  component: lazyRouteComponent(() => import("./pages/rules/Rules.tsx"), "Rules")
})

const automations = createRoute({
  getParentRoute: () => inProject,
  path: "automations",
  validateSearch: texts("sel", "show"),
  loader: () => loadWords("automations", "rules"),
  component: lazyRouteComponent(() => import("./pages/automations/AutomationsPage.tsx"), "AutomationsPage")
})

const bench = createRoute({
  getParentRoute: () => inProject,
  path: "rules/$rule",
  validateSearch: texts("template", "copy", "name", "as", "days", "try", "of", "area", "types"),
  loader: () => loadWords("server", "backtest", "bench", "rules"),
  component: lazyRouteComponent(() => import("./pages/bench/BenchPage.tsx"), "BenchPage")
})

const animals = createRoute({
  getParentRoute: () => inProject,
  path: "animals",
  validateSearch: texts("q", "type", "group", "inside", "sort", "reporting", "status"),
  loader: () => loadWords("animals", "addAnimals", "charts"),
  component: lazyRouteComponent(() => import("./pages/animals/Animals.tsx"), "Animals")
})

const manyAnimals = createRoute({
  getParentRoute: () => inProject,
  path: "animals/many",
  loader: () => loadWords("animals", "addAnimals"),
  component: lazyRouteComponent(() => import("./pages/animals/many/ManyPage.tsx"), "ManyPage")
})

const animalGroups = createRoute({
  getParentRoute: () => inProject,
  path: "animals/groups",
  loader: () => loadWords("animals", "groups"),
  component: lazyRouteComponent(() => import("./pages/animals/groups/GroupsPage.tsx"), "GroupsPage")
})

const animal = createRoute({
  getParentRoute: () => inProject,
  path: "animals/$entity",
  loader: () => loadWords("server", "addAnimals", "alerts", "animals", "event", "charts", "deviceForms"),
  component: lazyRouteComponent(() => import("./pages/animals/AnimalPage.tsx"), "AnimalPage")
})

const whyNot = createRoute({
  getParentRoute: () => inProject,
  path: "animals/$entity/why",
  validateSearch: texts("t"),
  loader: () => loadWords("server", "alerts", "event", "whyNot"),
  component: lazyRouteComponent(() => import("./pages/whynot/WhyNot.tsx"), "WhyNot")
})

const fixes = createRoute({
  getParentRoute: () => inProject,
  path: "animals/$entity/fixes",
  validateSearch: texts("t", "w", "over"),
  loader: () => loadWords("fixes"),
  component: lazyRouteComponent(() => import("./pages/fixes/Fixes.tsx"), "Fixes")
})

const area = createRoute({
  getParentRoute: () => inProject,
  path: "areas/$area",
  validateSearch: ({ days, ...search }: Readonly<Record<string, unknown>>) =>
    // typed into the address bar, `days` is a number
    texts("days")({ ...search, days: typeof days === "number" ? String(days) : days }),
  loader: () => loadWords("server", "area", "areas", "rules"),
  component: lazyRouteComponent(() => import("./pages/area/AreaPage.tsx"), "AreaPage")
})

const imports = createRoute({
  getParentRoute: () => inProject,
  path: "import",
  loader: () => loadWords("imports", "importQuestions"),
  component: lazyRouteComponent(() => import("./pages/imports/ImportPage.tsx"), "ImportPage")
})

const account = createRoute({
  getParentRoute: () => known,
  path: "account",
  loader: () => loadWords("account"),
  component: lazyRouteComponent(() => import("./pages/account/AccountPage.tsx"), "AccountPage")
})

const consent = createRoute({
  getParentRoute: () => known,
  path: "consent/$id",
  loader: () => loadWords("consent"),
  component: lazyRouteComponent(() => import("./pages/consent/ConsentPage.tsx"), "ConsentPage")
})

const settings = createRoute({
  getParentRoute: () => inProject,
  path: "project/settings",
  loader: () => loadWords("project"),
  component: lazyRouteComponent(() => import("./pages/project/SettingsPage.tsx"), "SettingsPage")
})

const people = createRoute({
  getParentRoute: () => inProject,
  path: "project/people",
  loader: () => loadWords("project", "alerts"),
  component: lazyRouteComponent(() => import("./pages/project/PeoplePage.tsx"), "PeoplePage")
})

/** The router of the console. */
export const router = createRouter({
  routeTree: root.addChildren([
    login,
    known.addChildren([
      home,
      account,
      consent,
      inProject.addChildren([
        start,
        live,
        alerts,
        event,
        rules,
        automations,
        bench,
        ...analysisRoutes,
        animals,
        manyAnimals,
        animalGroups,
        animal,
        whyNot,
        fixes,
        area,
        imports,
        ...operateRoutes,
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
