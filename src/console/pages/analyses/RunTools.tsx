// The filters and the keyboard commands of the list of analyses.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { Choice, Push, Toolbar } from "../../design/kit.tsx"
import { Key } from "../../design/marks/Key.tsx"
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

const withCount = (word: string, view: View, counts: RunCounts | undefined): string => {
  if (counts === undefined) return word
  const count = view === "kept" ? counts.kept : view === "ending" ? counts.ends_soon : counts.by_status[view]
  return count === 0 ? word : `${word} ${count}`
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
    <Toolbar label="Which analyses">
      <SearchField label="Find an analysis" placeholder="Name, animal" text={text} onText={onText} />
      <Segments
        label="Status"
        of={VIEWS.map(([view, word]) => [view, withCount(word, view, counts)] as const)}
        value={isView(status) ? status : undefined}
        onChoose={(view) => narrow("status", view)}
      />
      <Push>
        {modules.length > 1 && (
          <Choice
            label="Kind"
            of={[["", "All kinds"], ...modules.map(({ key, label }) => [key, label] as const)]}
            value={module ?? ""}
            onChoose={(value) => narrow("module", value)}
          />
        )}
        <Choice
          label="Whose"
          of={[
            ["", "Anyone"],
            [me.id, "Mine"]
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
      <Key of="J" /> <Key of="K" /> move
    </span>
    <span>
      <Key of="↵" /> open
    </span>
    <span>
      <Key of="X" /> pick two, then <Key of="C" /> compare
    </span>
    {mayRun && (
      <span>
        <Key of="P" /> keep
      </span>
    )}
  </>
)
