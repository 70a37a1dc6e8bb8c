// What an area without a rule of its own lacks: an alert when an animal leaves it. The button opens the editor of
// rules with area, animals and name filled in.
import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import type { AreaPresence, AreaSummary, Feature } from "../../data/areas.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { useProject } from "../../shell/useProject.ts"
import { anyOne, entityWord } from "../../shell/words.ts"
import { typesOf, visitFigures } from "./visitFigures.ts"
import look from "./tellCard.module.css"

/** TESTED_DAYS is how many days the new rule is tested on, as the text says. */
const TESTED_DAYS = 30

interface TellCardProps {
  readonly of: Feature
  readonly summary: AreaSummary | undefined
  readonly presence: AreaPresence | undefined
}

/** hasInside tells whether animals can be inside: routes and sites need a radius around them. */
const hasInside = (of: Feature, summary: AreaSummary): boolean =>
  summary.area_m2 !== null || typeof of.attributes["radius_m"] === "number"

/** NobodyInside warns where an alert on leaving would never come, because no animal is inside. */
const NobodyInside = ({ of, presence }: Pick<TellCardProps, "of" | "presence">) => {
  const { project } = useProject()
  const figures = presence === undefined ? null : visitFigures(presence)
  if (figures === null || figures.inside > 0) return null
  return (
    <p className={look["warning"]}>
      <b>{words.area.tell.emptyTitle({ many: entityWord(project).many })}</b>{" "}
      {words.area.tell.emptyHint({ one: anyOne(project), kind: of.feature_type })}
    </p>
  )
}

/** TellCard offers a rule, unless one names the area. */
export const TellCard = ({ of, presence, summary }: TellCardProps) => {
  const { may, project } = useProject()
  if (summary === undefined || !hasInside(of, summary)) return null
  const warning = <NobodyInside of={of} presence={presence} />
  const { rules } = summary
  const watching = rules.filter(({ enabled }) => enabled)
  if (watching.some(({ watches }) => watches === "named")) return warning
  const kind = of.feature_type
  const types = presence === undefined ? [] : typesOf(presence)
  return (
    <>
      {warning}
      <div className={look["card"]}>
        <p>
          <b>
            {watching.length === 0 ? words.area.tell.none({ kind }) : words.area.tell.noneOfItsOwn({ kind })}
          </b>{" "}
          {words.area.tell.filledIn({ kind, many: entityWord(project).many })}
        </p>
        {may("rules:write") ? (
          <Link
            className={`btn primary ${look["button"]}`}
            to="/p/$slug/rules/$rule"
            params={{ slug: project.slug, rule: "new" }}
            search={{
              template: "geofence_exit",
              area: of.id,
              days: String(TESTED_DAYS),
              ...(types.length === 0 ? {} : { types: types.join() })
            }}
          >
            {words.area.tell.button({ anyOne: anyOne(project) })}
          </Link>
        ) : (
          <MissingPermission what={words.area.tell.writing} permission="rules:write" />
        )}
      </div>
    </>
  )
}
