import { useNavigate } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { useProject } from "../useProject.ts"
import { iso } from "../../time/iso.ts"
import { inZone } from "../../time/zoneTime.ts"
import type { Choice } from "./choice.ts"
import { timeOf } from "./timeText.ts"

/**
 * Returns a function that turns a typed time into the row that opens the map then; no row where the text is
 * no time.
 */
export const useTime = (): ((text: string) => ReadonlyArray<Choice>) => {
  const { project, zone } = useProject()
  const navigate = useNavigate()
  return (text) => {
    const at = timeOf(text, Date.now(), zone)
    if (at === null) return []
    const go = () =>
      void navigate({ to: "/p/$slug/live", params: { slug: project.slug }, search: { t: iso(at) } })
    return [
      {
        id: "time",
        group: words.palette.groups.time,
        icon: "play",
        name: `${inZone(at, zone, "dayClock")}, ${inZone(at, zone, "date")}`,
        detail: words.palette.onMap,
        go
      }
    ]
  }
}
