// What pages stand on: everybody's ground, that of who is signed in, and that of a project.
import { createRootRoute, createRoute, redirect } from "@tanstack/react-router"
import { followTheme } from "./look/theme.ts"
import { queryClient } from "./queries/queryClient.ts"
import { projects, session } from "./queries/session.ts"
import { Shell } from "./shell/Shell.tsx"
import { Missing, Troubled } from "./shell/states.tsx"

export const root = createRootRoute({ notFoundComponent: Missing, errorComponent: Troubled })

/** What only somebody who is signed in sees. */
export const known = createRoute({
  getParentRoute: () => root,
  id: "known",
  beforeLoad: async ({ location }) => {
    const me = await queryClient.ensureQueryData(session)
    if (me !== null) {
      followTheme(me.preferences.theme)
      return { me }
    }
    throw redirect({ to: "/login", search: location.href === "/" ? {} : { to: location.href } })
  }
})

export const inProject = createRoute({
  getParentRoute: () => known,
  path: "/p/$slug",
  beforeLoad: async ({ params: { slug } }) => {
    const find = async () => (await queryClient.ensureQueryData(projects)).find((one) => one.slug === slug)
    let project = await find()
    if (project === undefined) {
      // made a moment ago, perhaps by somebody else
      await queryClient.fetchQuery({ ...projects, staleTime: 0 })
      project = await find()
    }
    if (project === undefined) throw redirect({ to: "/" })
    localStorage.setItem("pugmark project", slug)
    return { project }
  },
  component: Shell
})
