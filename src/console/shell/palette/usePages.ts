// The pages and actions of ⌘K that the user may open.
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import type { IconName } from "../../design/marks/icons.ts"
import { analysisModules } from "../../data/analyses.ts"
import { copyLink, copyPage } from "../copyPage.ts"
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
    group: words.palette.groups.goTo,
    icon,
    name,
    detail: "",
    ...(key === undefined ? {} : { key }),
    go
  })
  const tool = (name: string, icon: IconName, tool: string): Choice => ({
    ...page(name, icon, () => void navigate({ to: "/p/$slug/live", params, search: { tool } })),
    group: words.palette.groups.act,
    acts: true,
    detail: words.palette.onMap
  })
  return [
    page(words.palette.pages.live, "live", () => void navigate({ to: "/p/$slug/live", params }), "G L"),
    page(words.common.pages.alerts, "alerts", () => void navigate({ to: "/p/$slug/alerts", params }), "G A"),
    page(words.common.pages.rules, "rules", () => void navigate({ to: "/p/$slug/rules", params }), "G R"),
    page(
      words.palette.pages.automations,
      "mail",
      () => void navigate({ to: "/p/$slug/automations", params })
    ),
    ...(modules.length === 0
      ? []
      : [
          page(
            words.common.pages.analyses,
            "analyses",
            () => void navigate({ to: "/p/$slug/analyses", params }),
            "G S"
          ),
          ...(may("analysis:run")
            ? [
                page(
                  words.palette.pages.newAnalysis,
                  "analyses",
                  () => void navigate({ to: "/p/$slug/analyses/new", params })
                )
              ]
            : [])
        ]),
    page(
      capital(entityWord(project).many),
      "animals",
      () => void navigate({ to: "/p/$slug/animals", params }),
      "G M"
    ),
    page(
      words.palette.pages.attention,
      "operate",
      () => void navigate({ to: "/p/$slug/operate", params }),
      "G O"
    ),
    page(
      words.palette.pages.health,
      "operate",
      () => void navigate({ to: "/p/$slug/operate/health", params })
    ),
    ...(may("traces:read")
      ? [
          page(
            words.palette.pages.traffic,
            "operate",
            () => void navigate({ to: "/p/$slug/operate/traffic", params })
          ),
          page(
            words.palette.pages.traces,
            "operate",
            () => void navigate({ to: "/p/$slug/operate/traces", params })
          )
        ]
      : []),
    page(
      words.palette.pages.sources,
      "plug",
      () => void navigate({ to: "/p/$slug/operate/sources", params })
    ),
    page(
      words.palette.pages.devices,
      "plug",
      () => void navigate({ to: "/p/$slug/operate/devices", params })
    ),
    page(
      words.palette.pages.identities,
      "operate",
      () => void navigate({ to: "/p/$slug/operate/identities", params })
    ),
    page(
      words.palette.pages.metrics,
      "operate",
      () => void navigate({ to: "/p/$slug/operate/metrics", params })
    ),
    page(
      words.palette.pages.settings,
      "pencil",
      () => void navigate({ to: "/p/$slug/project/settings", params })
    ),
    page(words.common.pages.people, "eye", () => void navigate({ to: "/p/$slug/project/people", params })),
    page(words.common.pages.account, "key", () => void navigate({ to: "/account" })),
    page(words.common.pages.guide, "seed", () => location.assign("/guide")),
    page(words.common.pages.api, "docs", () => location.assign("/docs")),
    ...(may("events:write") ? [tool(words.palette.tools.report, "flag", "report")] : []),
    tool(words.palette.tools.areas, "zone", "areas"),
    tool(words.palette.tools.measure, "ruler", "measure"),
    ...(may("features:write")
      ? [
          tool(words.palette.tools.draw, "pencil", "draw"),
          tool(words.palette.tools.importAreas, "down", "import")
        ]
      : []),
    {
      id: "link",
      group: words.palette.groups.act,
      icon: "link",
      acts: true,
      key: "Y",
      name: words.palette.tools.copyLink,
      detail: "",
      go: copyLink
    },
    {
      id: "curl",
      group: words.palette.groups.act,
      icon: "copy",
      acts: true,
      key: "⇧ Y",
      name: words.palette.tools.copyPage,
      detail: words.palette.tools.copyPageHint,
      go: copyPage
    }
  ]
}
