// Actions for the selected animal, as rows of ⌘K, each with the key that does it on the animal's page.
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { useAlertsAbout } from "../../data/alerts/useAlerts.ts"
import { animal } from "../../data/animals.ts"
import { setFollowed } from "../../pages/live/followed.ts"
import { useActs } from "../acts.ts"
import { copyPlace, IS_APPLE, IS_TOUCH } from "../place/placeActs.ts"
import { mapLink, placeText } from "../place/placeText.ts"
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
  const { data: record } = useQuery({ ...animal(project.id, id), enabled: subject !== undefined })
  if (subject === undefined) return []
  const fix = record?.now?.last_fix ?? null
  const place = fix === null ? undefined : ([fix.lon, fix.lat] as const)
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
    deed(words.palette.deeds.follow, {
      icon: "follow",
      detail: words.palette.onMap,
      key: "F",
      go: () => {
        setFollowed(id)
        void navigate({ to: "/p/$slug/live", params: { slug: project.slug }, search: { sel: id } })
      }
    }),
    ...(place === undefined
      ? []
      : [
          ...(IS_TOUCH
            ? [
                deed(words.palette.deeds.navigate, {
                  icon: "navigate",
                  detail: "",
                  go: () => location.assign(mapLink(place, subject.name, IS_APPLE))
                })
              ]
            : []),
          deed(words.palette.deeds.copyPlace, {
            icon: "copy",
            detail: placeText(place),
            go: () => copyPlace(place)
          })
        ]),
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
