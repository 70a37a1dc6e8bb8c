// The project of the address, for pages below /p/…, and the user's permissions in it.
import { useRouteContext } from "@tanstack/react-router"
import type { Permission } from "../../domain/access/Permission.ts"
import { holds, type Me, type Project } from "../data/session.ts"

/** The project of the page, and the user in it. */
interface InProject {
  readonly me: Me
  readonly project: Project
  readonly zone: string
  readonly may: (key: Permission) => boolean
}

/** Returns the project of the page. */
export const useProject = (): InProject => {
  const { me, project } = useRouteContext({ from: "/known/p/$slug" })
  return { me, project, zone: project.timezone, may: (key) => holds(me, project.id, key) }
}
