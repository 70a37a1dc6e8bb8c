// Pages of analyses exist only where the project offers a module.
import { useQuery } from "@tanstack/react-query"
import type { ComponentType } from "react"
import { analysisModules } from "../../data/analyses.ts"
import { Missing } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"

/** offered wraps a page so that it answers "not found" where all modules of the project are off. */
export const offered = (Page: ComponentType): ComponentType =>
  function Offered() {
    const { project } = useProject()
    const { data: modules } = useQuery(analysisModules(project.id))
    return modules?.length === 0 ? <Missing /> : <Page />
  }
