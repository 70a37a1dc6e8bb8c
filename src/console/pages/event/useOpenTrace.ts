import { useNavigate } from "@tanstack/react-router"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"

/**
 * useOpenTrace binds `T` to the trace of the page's subject; undefined: there is none, or the user may not
 * read it.
 */
export const useOpenTrace = (trace: string | undefined): void => {
  const { project } = useProject()
  const navigate = useNavigate()
  useKeys({
    t: () => {
      if (trace !== undefined)
        void navigate({ to: "/p/$slug/operate/traces/$trace", params: { slug: project.slug, trace } })
    }
  })
}
