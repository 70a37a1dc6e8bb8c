import { useNavigate } from "@tanstack/react-router"
import { useShown } from "../alerts/useShown.ts"
import type { Event } from "../../data/events.ts"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { iso } from "../../time/iso.ts"

type About = Pick<Event, "device_id" | "entity_id" | "time">

/**
 * useOpenSubject binds `M` to the subject on the live map, and `W` to the page that explains what each rule
 * found at the time of the event; undefined: loading. A device without an animal has no such page.
 */
export const useOpenSubject = (event: About | undefined): void => {
  const { project } = useProject()
  const navigate = useNavigate()
  const sel = useShown(event)
  const { slug } = project
  useKeys({
    m: () => {
      if (sel !== null) void navigate({ to: "/p/$slug/live", params: { slug }, search: { sel } })
    },
    w: () => {
      if (event === undefined || event.entity_id === null) return
      void navigate({
        to: "/p/$slug/animals/$entity/why",
        params: { slug, entity: event.entity_id },
        search: { t: iso(Date.parse(event.time)) }
      })
    }
  })
}
