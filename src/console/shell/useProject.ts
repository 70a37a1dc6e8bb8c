// The project of the address: pages below /p/… have one, and what the caller may do in it.
import { useRouteContext } from "@tanstack/react-router"
import type { Permission } from "../../domain/access/Permission.ts"
import { holds, type Me, type Project } from "../queries/session.ts"

export interface InProject {
  readonly me: Me
  readonly project: Project
  readonly zone: string
  readonly may: (key: Permission) => boolean
}

export const useProject = (): InProject => {
  const { me, project } = useRouteContext({ from: "/known/p/$slug" })
  return { me, project, zone: project.timezone, may: (key) => holds(me, project.id, key) }
}
