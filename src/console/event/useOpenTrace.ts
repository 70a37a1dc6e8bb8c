import { useNavigate } from "@tanstack/react-router"
import { useKeys } from "../shell/useKeys.ts"
import { useProject } from "../shell/useProject.ts"

/** `T` leads to the trace of what the page is about; undefined: it has none, or nobody may read it. */
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
