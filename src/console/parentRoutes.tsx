// The parents of all routes: sign-in, and the project of the address.
import { createRootRoute, createRoute, notFound, redirect } from "@tanstack/react-router"
import { loadWords } from "../words/language.ts"
import { followLanguage } from "./design/language.ts"
import { followTheme } from "./design/theme.ts"
import { Login } from "./pages/login/Login.tsx"
import { queryClient } from "./data/queryClient.ts"
import { noteOpened, projects, session } from "./data/session.ts"
import { loginSearch } from "./searchTexts.ts"
import { NoProject } from "./shell/NoProject.tsx"
import { NotInProject } from "./pages/project/NotInProject.tsx"
import { Shell } from "./shell/Shell.tsx"
import { Missing, Troubled } from "./shell/states.tsx"

/** The root route, with the pages for unknown addresses and errors. */
export const root = createRootRoute({ notFoundComponent: Missing, errorComponent: Troubled })

/** The page to sign in. */
export const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  loader: () => loadWords("login"),
  component: Login,
  validateSearch: loginSearch
})

/** The parent of all pages that need a session. */
export const known = createRoute({
  getParentRoute: () => root,
  id: "known",
  beforeLoad: async ({ location }) => {
    const me = await queryClient.ensureQueryData(session)
    if (me !== null) {
      followTheme(me.preferences.theme)
      followLanguage(me.preferences.language)
      return { me }
    }
    throw redirect({ to: "/login", search: location.href === "/" ? {} : { to: location.href } })
  }
})

/** The address `/`, which redirects to the project opened last. */
export const home = createRoute({
  getParentRoute: () => known,
  path: "/",
  beforeLoad: async ({ context: { me } }) => {
    const all = await queryClient.ensureQueryData(projects)
    const project = all.find(({ id }) => id === me.start_project_id) ?? all[0]
    if (project !== undefined) throw redirect({ to: "/p/$slug/live", params: { slug: project.slug } })
  },
  component: NoProject
})

/** The parent of the pages of a project. */
export const inProject = createRoute({
  getParentRoute: () => known,
  path: "/p/$slug",
  beforeLoad: async ({ context: { me }, params: { slug }, preload }) => {
    const find = async () => (await queryClient.ensureQueryData(projects)).find((one) => one.slug === slug)
    let project = await find()
    if (project === undefined) {
      // the project may have been created after the list was read
      await queryClient.fetchQuery({ ...projects, staleTime: 0 })
      project = await find()
    }
    if (project === undefined) throw notFound({ data: slug })
    // preloading on hover does not count as opening the project
    if (!preload) noteOpened(me, project.id)
    return { project }
  },
  // the shell snoozes and calls from every page
  loader: () => loadWords("alerts"),
  component: Shell,
  notFoundComponent: NotInProject
})
