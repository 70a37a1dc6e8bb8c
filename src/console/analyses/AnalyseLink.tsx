// A way to the form of a new analysis that is filled already: for who may run one that the project offers.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { Icon } from "../look/Icon.tsx"
import { analysisModules } from "../queries/analyses.ts"
import { useProject } from "../shell/useProject.ts"
import type { DraftSearch } from "./new/draft.ts"

interface AnalyseLinkProps {
  /** `areas`: how areas were used; unless given, what animals did */
  readonly about?: "animals" | "areas"
  readonly search: DraftSearch
  readonly children: ReactNode
}

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
