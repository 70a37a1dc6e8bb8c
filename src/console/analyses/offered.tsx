// Pages of analyses are there only where the project offers a kind of analysis.
import { useQuery } from "@tanstack/react-query"
import type { ComponentType } from "react"
import { analysisModules } from "../queries/analyses.ts"
import { Missing } from "../shell/states.tsx"
import { useProject } from "../shell/useProject.ts"

/** offered is a page that does not exist in a project whose modules are all switched off. */
export const offered = (Page: ComponentType): ComponentType =>
  function Offered() {
    const { project } = useProject()
    const { data: modules } = useQuery(analysisModules(project.id))
    return modules?.length === 0 ? <Missing /> : <Page />
  }
