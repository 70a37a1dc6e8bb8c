// Actions for the selected animal, as rows of ⌘K, each with the key that does it on the animal's page.
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { alertsAbout } from "../../data/alerts.ts"
import { useActs } from "../acts.ts"
import { useProject } from "../useProject.ts"
import { askSnooze, snoozableOf } from "../../pages/alerts/snooze/snoozing.ts"
import { iso } from "../../time/iso.ts"
import { useNow } from "../../time/useNow.ts"
import { ago } from "../../time/zoneTime.ts"
import type { Choice } from "./choice.ts"

const HOUR = 3_600_000

interface Subject {
  readonly id: string
  readonly name: string
}

/** The actions; none without a subject. */
export const useDeeds = (subject: Subject | undefined): ReadonlyArray<Choice> => {
  const { may, project } = useProject()
  const navigate = useNavigate()
  const { acknowledge } = useActs()
  const clock = useNow()
  const id = subject?.id ?? ""
  const { data: alerts = [] } = useQuery({ ...alertsAbout(project.id, id), enabled: subject !== undefined })
  if (subject === undefined) return []
  const params = { slug: project.slug, entity: id }
  const deed = (
    name: string,
    more: Pick<Choice, "detail" | "go" | "icon"> & { readonly key?: string }
  ): Choice => ({
    id: `${name} ${id}`,
    group: `Do with ${subject.name}`,
    name,
    acts: true,
    about: id,
    ...more
  })
  const waiting = may("alerts:write") ? alerts.find(({ status }) => status === "open") : undefined
  const known = may("alerts:write") ? alerts.find((one) => snoozableOf(one) !== null) : undefined
  const snoozable = known === undefined ? null : snoozableOf(known)
  return [
    ...(waiting === undefined
      ? []
      : [
          deed("Acknowledge", {
            icon: "check",
            detail: `${waiting.title}, ${ago(waiting.created_at, clock)}`,
            key: "E",
            go: () => void acknowledge(waiting)
          })
        ]),
    ...(snoozable === null
      ? []
      : [
          deed("Snooze…", {
            icon: "moon",
            detail: snoozable.rule.name,
            go: () => askSnooze(snoozable)
          })
        ]),
    deed("Why no alert?", {
      icon: "alerts",
      detail: "",
      key: "W",
      go: () => void navigate({ to: "/p/$slug/animals/$entity/why", params })
    }),
    deed("Replay its last 12 h", {
      icon: "play",
      detail: "on the map",
      go: () => {
        const now = Date.now()
        const search = { sel: id, t: iso(now - 12 * HOUR), w: iso(now) }
        void navigate({ to: "/p/$slug/live", params: { slug: project.slug }, search })
      }
    }),
    deed("Correct its fixes", {
      icon: "route",
      detail: "",
      key: "C",
      go: () => void navigate({ to: "/p/$slug/animals/$entity/fixes", params })
    }),
    deed("Open its page", {
      icon: "animals",
      detail: "",
      go: () => void navigate({ to: "/p/$slug/animals/$entity", params })
    })
  ]
}
