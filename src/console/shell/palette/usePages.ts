// The pages and actions of ⌘K that the user may open.
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import type { IconName } from "../../design/marks/icons.ts"
import { analysisModules } from "../../data/analyses.ts"
import { copyPage } from "../copyPage.ts"
import { useProject } from "../useProject.ts"
import { capital, entityWord } from "../words.ts"
import type { Choice } from "./choice.ts"

/** Returns the pages and actions as rows. */
export const usePages = (): ReadonlyArray<Choice> => {
  const { may, project } = useProject()
  const navigate = useNavigate()
  const modules = useQuery(analysisModules(project.id)).data ?? []
  const params = { slug: project.slug }
  const page = (name: string, icon: IconName, go: () => void, key?: string): Choice => ({
    id: name,
    group: "Go to",
    icon,
    name,
    detail: "",
    ...(key === undefined ? {} : { key }),
    go
  })
  const tool = (name: string, icon: IconName, tool: string): Choice => ({
    ...page(name, icon, () => void navigate({ to: "/p/$slug/live", params, search: { tool } })),
    group: "Do",
    acts: true,
    detail: "on the map"
  })
  return [
    page("Live map", "live", () => void navigate({ to: "/p/$slug/live", params }), "G L"),
    page("Alerts", "alerts", () => void navigate({ to: "/p/$slug/alerts", params }), "G A"),
    page("Rules", "rules", () => void navigate({ to: "/p/$slug/rules", params }), "G R"),
    page("Automations", "mail", () => void navigate({ to: "/p/$slug/automations", params })),
    ...(modules.length === 0
      ? []
      : [
          page("Analyses", "analyses", () => void navigate({ to: "/p/$slug/analyses", params }), "G S"),
          ...(may("analysis:run")
            ? [page("New analysis", "analyses", () => void navigate({ to: "/p/$slug/analyses/new", params }))]
            : [])
        ]),
    page(
      capital(entityWord(project).many),
      "animals",
      () => void navigate({ to: "/p/$slug/animals", params }),
      "G M"
    ),
    page("Needs attention", "operate", () => void navigate({ to: "/p/$slug/operate", params }), "G O"),
    page("Health", "operate", () => void navigate({ to: "/p/$slug/operate/health", params })),
    ...(may("traces:read")
      ? [
          page("Traffic", "operate", () => void navigate({ to: "/p/$slug/operate/traffic", params })),
          page("Traces", "operate", () => void navigate({ to: "/p/$slug/operate/traces", params }))
        ]
      : []),
    page("Data sources", "plug", () => void navigate({ to: "/p/$slug/operate/sources", params })),
    page("Devices", "plug", () => void navigate({ to: "/p/$slug/operate/devices", params })),
    page("Unknown identities", "operate", () => void navigate({ to: "/p/$slug/operate/identities", params })),
    page("Metrics", "operate", () => void navigate({ to: "/p/$slug/operate/metrics", params })),
    page("Project settings", "pencil", () => void navigate({ to: "/p/$slug/project/settings", params })),
    page("People", "eye", () => void navigate({ to: "/p/$slug/project/people", params })),
    page("Your account", "key", () => void navigate({ to: "/account" })),
    page("Guide", "seed", () => location.assign("/guide")),
    page("API", "docs", () => location.assign("/docs")),
    ...(may("events:write") ? [tool("Report what happened", "flag", "report")] : []),
    tool("All areas", "zone", "areas"),
    ...(may("features:write")
      ? [tool("Draw a fence or another area", "pencil", "draw"), tool("Import areas", "down", "import")]
      : []),
    {
      id: "curl",
      group: "Do",
      icon: "copy",
      acts: true,
      key: "⇧ Y",
      name: "Copy this page as curl",
      detail: "its requests, as commands",
      go: copyPage
    }
  ]
}
