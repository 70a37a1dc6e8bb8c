// Actions for the selected animal, as rows of ⌘K, each with the key that does it on the animal's page.
import { useNavigate } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { useAlertsAbout } from "../../data/alerts/useAlerts.ts"
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
  const { data: alerts = [] } = useAlertsAbout(project.id, id, { enabled: subject !== undefined })
  if (subject === undefined) return []
  const params = { slug: project.slug, entity: id }
  const deed = (
    name: string,
    more: Pick<Choice, "detail" | "go" | "icon"> & { readonly key?: string }
  ): Choice => ({
    id: `${name} ${id}`,
    group: words.palette.groups.actOn({ name: subject.name }),
    name,
    acts: true,
    about: id,
    ...more
  })
  const open = alerts.filter(({ status }) => status === "open")
  const waiting = may("alerts:write") ? open[0] : undefined
  const known = may("alerts:write") ? alerts.find((one) => snoozableOf(one) !== null) : undefined
  const snoozable = known === undefined ? null : snoozableOf(known)
  return [
    ...(waiting === undefined
      ? []
      : [
          deed(words.palette.deeds.acknowledge, {
            icon: "check",
            detail: words.palette.deeds.acknowledgeWhich({
              title: waiting.title,
              ago: ago(waiting.created_at, clock)
            }),
            key: "E",
            go: () => void acknowledge(waiting)
          })
        ]),
    ...(snoozable === null
      ? []
      : [
          deed(words.palette.deeds.snooze, {
            icon: "moon",
            detail: snoozable.rule.name,
            go: () => askSnooze(snoozable)
          })
        ]),
    deed(words.common.why.title({ alerts: open.length }), {
      icon: "alerts",
      detail: "",
      key: "W",
      go: () => void navigate({ to: "/p/$slug/animals/$entity/why", params })
    }),
    deed(words.palette.deeds.replay, {
      icon: "play",
      detail: words.palette.onMap,
      go: () => {
        const now = Date.now()
        const search = { sel: id, t: iso(now - 12 * HOUR), w: iso(now) }
        void navigate({ to: "/p/$slug/live", params: { slug: project.slug }, search })
      }
    }),
    deed(words.palette.deeds.correct, {
      icon: "route",
      detail: "",
      key: "C",
      go: () => void navigate({ to: "/p/$slug/animals/$entity/fixes", params })
    }),
    deed(words.palette.deeds.open, {
      icon: "animals",
      detail: "",
      go: () => void navigate({ to: "/p/$slug/animals/$entity", params })
    })
  ]
}
