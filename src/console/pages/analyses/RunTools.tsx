// The filters and the keyboard commands of the list of analyses.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { labelText } from "./labelText.ts"
import { words } from "../../../words/language.ts"
import { Choice, Push, Toolbar } from "../../design/kit.tsx"
import { Key } from "../../design/marks/Key.tsx"
import { Parts } from "../../design/Parts.tsx"
import { SearchField } from "../../design/form/SearchField.tsx"
import { Segments } from "../../design/form/Segments.tsx"
import { analysisModules, type RunCounts } from "../../data/analyses.ts"
import { useProject } from "../../shell/useProject.ts"
import { isView, type View, VIEWS } from "./runList.ts"

const route = getRouteApi("/known/p/$slug/analyses")

interface ToolsProps {
  readonly counts: RunCounts | undefined
  readonly text: string
  readonly onText: (text: string) => void
}

const viewText = (view: View, counts: RunCounts | undefined): string => {
  const name = words.analyses.filters.views[view]
  if (counts === undefined) return name
  const count = view === "kept" ? counts.kept : view === "ending" ? counts.ends_soon : counts.by_status[view]
  return count === 0 ? name : words.analyses.filters.withCount({ view: name, count })
}

/** RunTools renders the filters of the list. */
export const RunTools = ({ counts, onText, text }: ToolsProps) => {
  const { me, project } = useProject()
  const { by, module, status } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: modules = [] } = useQuery(analysisModules(project.id))
  const narrow = (member: "status" | "module" | "by", value: string | undefined) =>
    void navigate({
      search: ({ [member]: _, ...rest }) =>
        value === undefined || value === "" ? rest : { ...rest, [member]: value },
      replace: true
    })
  return (
    <Toolbar label={words.analyses.filters.label}>
      <SearchField
        label={words.analyses.filters.find}
        placeholder={words.analyses.filters.placeholder}
        text={text}
        onText={onText}
      />
      <Segments
        label={words.analyses.filters.status}
        of={VIEWS.map((view) => [view, viewText(view, counts)] as const)}
        value={isView(status) ? status : undefined}
        onChoose={(view) => narrow("status", view)}
      />
      <Push>
        {modules.length > 1 && (
          <Choice
            label={words.analyses.filters.kind}
            of={[
              ["", words.analyses.filters.allKinds],
              ...modules.map(({ key, label }) => [key, labelText(label)] as const)
            ]}
            value={module ?? ""}
            onChoose={(value) => narrow("module", value)}
          />
        )}
        <Choice
          label={words.analyses.filters.author}
          of={[
            ["", words.analyses.filters.anyone],
            [me.id, words.analyses.filters.mine]
          ]}
          value={by ?? ""}
          onChoose={(value) => narrow("by", value)}
        />
      </Push>
    </Toolbar>
  )
}

/** RunKeys lists the keyboard commands of the page. */
export const RunKeys = ({ mayRun }: { readonly mayRun: boolean }) => (
  <>
    <span>
      <Key of="J" /> <Key of="K" /> {words.analyses.keys.move}
    </span>
    <span>
      <Key of="↵" /> {words.analyses.keys.open}
    </span>
    <span>
      <Parts of={words.analyses.keys.compare<ReactNode>({ pick: <Key of="X" />, compare: <Key of="C" /> })} />
    </span>
    {mayRun && (
      <span>
        <Key of="P" /> {words.analyses.keys.keep}
      </span>
    )}
  </>
)
