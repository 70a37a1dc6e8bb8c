// The animals inside an area now, and those that left it last.
import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import type { AreaPresence, Visitor } from "../../data/areas.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import { lastInside } from "./visitFigures.ts"
import look from "./side.module.css"

/** MAX_INSIDE is the number of animals inside that are listed; MAX_LEFT of those that left. */
const MAX_INSIDE = 8,
  MAX_LEFT = 2

const DAY_MS = 86_400_000

/** Row is one animal: inside since, or left at. */
const Row = ({ of, silentAfter }: { readonly of: Visitor; readonly silentAfter: number }) => {
  const { project, zone } = useProject()
  const now = useNow()
  const when = (moment: string) =>
    inZone(moment, zone, now - Date.parse(moment) < DAY_MS ? "clock" : "dayTime")
  const age = (moment: string | number) =>
    span((now - (typeof moment === "string" ? Date.parse(moment) : moment)) / 1000)
  const last = lastInside(of)
  const isSilent = of.is_inside && last !== null && (now - last) / 1000 > silentAfter
  const moment = of.is_inside ? of.since : of.left_at
  return (
    <li className={look["who"]} data-inside={of.is_inside} data-silent={isSilent}>
      <i aria-hidden="true" />
      <Link to="/p/$slug/animals/$entity" params={{ slug: project.slug, entity: of.id }}>
        <bdi>{of.name}</bdi>
      </Link>
      <span className="soft num">
        {isSilent
          ? words.area.inside.last({ age: age(last) })
          : moment !== null &&
            (of.is_inside
              ? words.area.inside.since({ time: when(moment) })
              : words.area.inside.left({ time: when(moment) }))}
      </span>
      <span className={`num ${look["age"]}`}>
        {!isSilent &&
          moment !== null &&
          (of.is_inside ? age(moment) : words.area.inside.ago({ age: age(moment) }))}
      </span>
    </li>
  )
}

/** InsideNow lists the animals inside. */
export const InsideNow = ({ of }: { readonly of: AreaPresence }) => {
  const { project } = useProject()
  const inside = of.subjects
    .filter(({ is_inside }) => is_inside)
    .toSorted((a, b) => (b.since ?? "").localeCompare(a.since ?? ""))
  const left = of.subjects
    .filter(({ is_inside, left_at }) => !is_inside && left_at !== null)
    .toSorted((a, b) => (b.left_at ?? "").localeCompare(a.left_at ?? ""))
  if (of.fixes === 0) return <p className={look["none"]}>{words.area.inside.unknown}</p>
  return (
    <>
      {inside.length === 0 && (
        <p className={look["none"]}>{words.area.inside.none({ many: entityWord(project).many })}</p>
      )}
      <ul>
        {[...inside.slice(0, MAX_INSIDE), ...left.slice(0, MAX_LEFT)].map((one) => (
          <Row key={one.id} of={one} silentAfter={of.break_seconds} />
        ))}
      </ul>
      {inside.length > MAX_INSIDE && (
        <p className={look["none"]}>{words.area.inside.more({ count: inside.length - MAX_INSIDE })}</p>
      )}
    </>
  )
}
