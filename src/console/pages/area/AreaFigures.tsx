// The five figures of an area: its size, its length, who is inside, and how much it was visited.
import type { ReactNode } from "react"
import { lengthText } from "../../design/extent.ts"
import { words } from "../../../words/language.ts"
import type { AreaPresence, AreaSummary, Feature } from "../../data/areas.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { span } from "../../time/zoneTime.ts"
import { areaText } from "./sizes.ts"
import { visitFigures } from "./visitFigures.ts"
import look from "./areaFigures.module.css"

/** NOT_KNOWN stands for a figure without data. */
const NOT_KNOWN = "–"

interface FigureProps {
  readonly name: string
  readonly isBig?: boolean
  /** smaller text after the value */
  readonly beside?: ReactNode
  readonly children: ReactNode
}

/** Figure is a name with its value. */
const Figure = ({ beside, children, isBig = false, name }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd className={`num ${isBig ? look["big"] : ""}`}>
      {children} {beside !== undefined && <span className={look["beside"]}>{beside}</span>}
    </dd>
  </div>
)

interface SizeFiguresProps {
  readonly of: Feature
  readonly summary: AreaSummary | undefined
}

/** SizeFigures shows the area and the length of a shape; of a site without a radius there are none. */
export const SizeFigures = ({ of, summary }: SizeFiguresProps) => {
  const size = summary?.area_m2 ?? null,
    length = summary?.length_m ?? null
  const radius = of.attributes["radius_m"]
  const isRound = of.attributes["shape"] === "circle"
  const corners = summary?.corners ?? 0
  const lengthName =
    size === null
      ? words.area.figures.length
      : of.feature_type === "geofence"
        ? words.area.figures.perimeter
        : words.area.figures.outline
  const beside =
    typeof radius === "number"
      ? words.area.figures.radius({ metres: lengthText(radius) })
      : corners > 0 && !isRound
        ? words.area.figures.corners({ count: corners })
        : undefined
  return (
    <>
      {(size !== null || summary === undefined) && (
        <Figure name={words.area.figures.area} isBig>
          {size === null ? NOT_KNOWN : areaText(size)}
        </Figure>
      )}
      {(length !== null || beside !== undefined || summary === undefined) && (
        <Figure name={lengthName} {...(beside === undefined ? {} : { beside })}>
          {length === null ? NOT_KNOWN : lengthText(length)}
        </Figure>
      )}
    </>
  )
}

/** InsideFigure shows how many are inside now; a dash where no positions came. */
export const InsideFigure = ({ presence }: { readonly presence: AreaPresence | undefined }) => {
  const figures = presence === undefined ? null : visitFigures(presence)
  return (
    <Figure
      name={words.area.figures.inside}
      {...(figures === null || presence === undefined
        ? {}
        : { beside: words.area.figures.ofTracked({ count: presence.tracked }) })}
    >
      {figures?.inside ?? NOT_KNOWN}
    </Figure>
  )
}

interface AreaFiguresProps extends SizeFiguresProps {
  readonly presence: AreaPresence | undefined
  readonly days: number
}

/** AreaFigures shows the figures of an area. */
export const AreaFigures = ({ days, of, presence, summary }: AreaFiguresProps) => {
  const { project } = useProject()
  const figures = presence === undefined ? null : visitFigures(presence)
  return (
    <dl className="panel facts" aria-label={words.area.figures.title}>
      <SizeFigures of={of} summary={summary} />
      <InsideFigure presence={presence} />
      <Figure
        name={words.area.figures.visits({ days })}
        {...(figures === null
          ? {}
          : { beside: words.area.figures.visitors({ count: figures.visitors, ...entityWord(project) }) })}
      >
        {figures?.visits ?? NOT_KNOWN}
      </Figure>
      <Figure
        name={words.area.figures.lasts}
        {...(figures?.meanSeconds == null ? {} : { beside: words.area.figures.mean })}
      >
        {figures?.meanSeconds == null ? NOT_KNOWN : span(figures.meanSeconds)}
      </Figure>
    </dl>
  )
}
