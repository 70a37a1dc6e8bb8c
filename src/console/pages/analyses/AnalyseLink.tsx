// A link to the prefilled form of a new analysis, for users who may run one that the project offers.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { Icon } from "../../design/marks/Icon.tsx"
import { analysisModules } from "../../data/analyses.ts"
import { useProject } from "../../shell/useProject.ts"
import type { DraftSearch } from "./new/draft.ts"

interface AnalyseLinkProps {
  /** the subject of the analysis: `areas` for their use; `animals` by default */
  readonly about?: "animals" | "areas"
  readonly search: DraftSearch
  readonly children: ReactNode
}

/** AnalyseLink links to the form of a new analysis. */
export const AnalyseLink = ({ about = "animals", children, search }: AnalyseLinkProps) => {
  const { may, project } = useProject()
  const { data: modules = [] } = useQuery(analysisModules(project.id))
  const module = modules.find(({ asks_about_areas }) => asks_about_areas === (about === "areas"))
  if (module === undefined || !may("analysis:run")) return null
  return (
    <Link
      className="btn"
      to="/p/$slug/analyses/new"
      params={{ slug: project.slug }}
      search={{ module: module.key, ...search }}
    >
      <Icon name="analyses" size={15} /> {children}
    </Link>
  )
}
