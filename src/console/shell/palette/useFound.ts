// Search results as rows of ⌘K; results without a page of their own are left out.
import { useNavigate } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import type { IconName } from "../../design/marks/icons.ts"
import { useProject } from "../useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import type { Choice } from "./choice.ts"
import type { Found } from "./search.ts"

const icons: Readonly<Record<Found["type"], IconName>> = {
  entity: "animals",
  device: "plug",
  rule: "rules",
  feature: "zone",
  run: "analyses",
  event: "alerts"
}

const ORDER: ReadonlyArray<Found["type"]> = ["entity", "feature", "rule", "device", "run", "event"]

/** Returns a function that turns search results into rows. */
export const useFound = (): ((some: ReadonlyArray<Found>) => ReadonlyArray<Omit<Choice, "group">>) => {
  const { project, zone } = useProject()
  const navigate = useNavigate()
  const slug = project.slug
  const go = ({ id, type }: Found): (() => void) | null => {
    switch (type) {
      case "entity":
        return () => void navigate({ to: "/p/$slug/live", params: { slug }, search: { sel: id } })
      case "event":
        return () => void navigate({ to: "/p/$slug/events/$event", params: { slug, event: id } })
      case "feature":
        return () => void navigate({ to: "/p/$slug/areas/$area", params: { slug, area: id } })
      case "rule":
        return () => void navigate({ to: "/p/$slug/rules/$rule", params: { slug, rule: id } })
      case "device":
        return () => void navigate({ to: "/p/$slug/operate/devices/$device", params: { slug, device: id } })
      case "run":
        return null // this kind has no page yet
    }
  }
  const rowOf = (one: Found): ReadonlyArray<Omit<Choice, "group">> => {
    const act = go(one)
    if (act === null) return []
    const { at, detail, id, name, severity, type } = one
    return [
      {
        id,
        icon: icons[type],
        severity,
        name,
        detail:
          type === "event"
            ? inZone(at, zone, "dayClock")
            : (detail ?? (type === "entity" ? "" : words.palette.kinds[type])),
        ...(type === "entity" ? { about: id } : {}),
        ...(type === "rule" ? { rule: { id, name } } : {}),
        go: act
      }
    ]
  }
  // subjects come before their events
  return (some) => some.toSorted((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type)).flatMap(rowOf)
}
