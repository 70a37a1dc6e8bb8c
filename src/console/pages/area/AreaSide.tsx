// The side of the page of an area: who is inside, the rules about it, what overlaps, its history.
import { Link } from "@tanstack/react-router"
import { type ReactNode, useId } from "react"
import { words } from "../../../words/language.ts"
import type { AreaPresence, AreaSummary, Feature } from "../../data/areas.ts"
import { useProject } from "../../shell/useProject.ts"
import { AreaHistory } from "./AreaHistory.tsx"
import { InsideNow } from "./InsideNow.tsx"
import { RulesAbout } from "./RulesAbout.tsx"
import { areaText } from "./sizes.ts"
import { TellCard } from "./TellCard.tsx"
import { visitFigures } from "./visitFigures.ts"
import look from "./side.module.css"

interface AsideProps {
  readonly title: string
  readonly beside?: ReactNode
  readonly act?: ReactNode
  readonly children: ReactNode
}

/** Aside is a titled part of the side. */
const Aside = ({ act, beside, children, title }: AsideProps) => {
  const id = useId()
  return (
    <section className={look["part"]} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <span className="faint num">{beside}</span>
        {act}
      </header>
      {children}
    </section>
  )
}

interface AreaSideProps {
  readonly of: Feature
  readonly summary: AreaSummary | undefined
  readonly presence: AreaPresence | undefined
}

/** Overlaps lists the areas that share ground with one. */
const Overlaps = ({
  of,
  kind
}: {
  readonly of: AreaSummary["overlaps"]
  readonly kind: Feature["feature_type"]
}) => {
  const { project } = useProject()
  if (of.length === 0) return <p className={look["none"]}>{words.area.overlaps.none}</p>
  return (
    <ul>
      {of.map(({ area_m2, id, name, relation }) => (
        <li key={id} className={look["overlap"]}>
          <Link to="/p/$slug/areas/$area" params={{ slug: project.slug, area: id }}>
            <bdi>{name}</bdi> {area_m2 !== null && <span className="faint num">{areaText(area_m2)}</span>}
          </Link>
          <span className="soft">
            {relation === "overlaps" ? words.area.overlaps.overlaps : words.area.overlaps[relation]({ kind })}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** AreaSide is the side of the page of an area. */
export const AreaSide = ({ of, presence, summary }: AreaSideProps) => {
  const { may, project } = useProject()
  const inside = presence === undefined ? null : (visitFigures(presence)?.inside ?? null)
  const kind = of.feature_type
  return (
    <aside className={look["side"]} aria-label={of.name}>
      <Aside
        title={words.area.inside.title}
        beside={inside}
        act={
          <Link className="link" to="/p/$slug/live" params={{ slug: project.slug }} search={{ area: of.id }}>
            {words.area.onMap}
          </Link>
        }
      >
        {presence !== undefined && <InsideNow of={presence} />}
      </Aside>
      <Aside
        title={words.area.rules.title}
        beside={
          summary !== undefined &&
          words.area.rules.on({ count: summary.rules.filter(({ enabled }) => enabled).length })
        }
        act={
          may("rules:write") && (
            <Link className="link" to="/p/$slug/rules/$rule" params={{ slug: project.slug, rule: "new" }}>
              {words.area.rules.create}
            </Link>
          )
        }
      >
        {summary !== undefined && <RulesAbout of={summary} kind={kind} />}
        <div className={look["tell"]}>
          <TellCard of={of} summary={summary} presence={presence} />
        </div>
      </Aside>
      <Aside title={words.area.overlaps.title}>
        {summary !== undefined && <Overlaps of={summary.overlaps} kind={kind} />}
      </Aside>
      <Aside title={words.area.history.title}>
        {summary !== undefined && <AreaHistory of={summary.history} />}
      </Aside>
      <footer className={look["keys"]}>
        <span>
          <kbd>C</kbd> {words.area.keys.change}
        </span>
        <span>
          <kbd>M</kbd> {words.area.keys.map}
        </span>
      </footer>
    </aside>
  )
}
