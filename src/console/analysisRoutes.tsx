// The pages of analyses by their addresses.
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { loadWords } from "../words/language.ts"
import { inProject } from "./parentRoutes.tsx"
import { texts } from "./searchTexts.ts"

const runs = createRoute({
  getParentRoute: () => inProject,
  path: "analyses",
  validateSearch: texts("status", "module", "by", "q"),
  loader: () => loadWords("analyses", "analysisLabels"),
  component: lazyRouteComponent(() => import("./pages/analyses/RunsPage.tsx"), "RunsPage")
})

const formTexts = texts("module", "animals", "group", "type", "areas", "days", "from", "to", "of")

const newRun = createRoute({
  getParentRoute: () => inProject,
  path: "analyses/new",
  validateSearch: ({ days, ...search }: Readonly<Record<string, unknown>>) =>
    // typed into the address bar, `days` is a number
    formTexts({ ...search, days: typeof days === "number" ? String(days) : days }),
  loader: () => loadWords("analyses", "analysisLabels", "newAnalysis"),
  component: lazyRouteComponent(() => import("./pages/analyses/NewRunPage.tsx"), "NewRunPage")
})

const compare = createRoute({
  getParentRoute: () => inProject,
  path: "analyses/compare",
  validateSearch: texts("a", "b", "metric", "subject", "kinds", "by"),
  loader: () => loadWords("analyses", "analysisLabels", "results"),
  component: lazyRouteComponent(() => import("./pages/analyses/result/ComparePage.tsx"), "ComparePage")
})

const run = createRoute({
  getParentRoute: () => inProject,
  path: "analyses/$run",
  validateSearch: texts("subject", "period", "metric", "columns", "sort", "kinds", "by"),
  loader: () => loadWords("analyses", "analysisLabels", "results", "warnings"),
  component: lazyRouteComponent(() => import("./pages/analyses/RunPage.tsx"), "RunPage")
})

/** The routes of analyses, under the project. */
export const analysisRoutes = [runs, newRun, compare, run] as const
