// The area selected on the map or in the list, and its actions.
import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { words } from "../../../words/language.ts"
import { AnalyseLink } from "../analyses/AnalyseLink.tsx"
import type { Field } from "../live/LiveMap.ts"
import { boundsOf } from "../../map/places.ts"
import { areaOf } from "../live/fieldOf.ts"
import { feature } from "../../data/areas.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { Trouble, Waiting } from "../../shell/states.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { Ago } from "../../time/Ago.tsx"
import { AreaEditor } from "./AreaEditor.tsx"
import { draftOf } from "./draft.ts"
import { mark } from "./pencil.ts"
import { Panel } from "./Panel.tsx"
import { removeLater } from "./removeLater.ts"
import look from "./panel.module.css"

/** Types of areas whose use an analysis reports. */
const GRAZED: ReadonlySet<string> = new Set(["zone", "geofence"])

interface AreaPanelProps {
  readonly field: Field
  readonly id: string
  readonly onClose: () => void
}

/** AreaPanel shows the selected area. */
export const AreaPanel = ({ field, id, onClose }: AreaPanelProps) => {
  const { may, project, zone } = useProject()
  const { data, error, refetch } = useQuery(feature(project.id, id))
  const [changing, setChanging] = useState(false)
  useEffect(() => mark(id), [id])
  const mayChange = may("features:write") && data !== undefined
  useKeys({ c: () => setChanging(mayChange) })
  // a drawing survives a failed request
  if (changing && data !== undefined)
    return <AreaEditor field={field} base={data} onDone={() => setChanging(false)} />
  if (error !== null && data === undefined)
    return (
      <Panel title={words.areas.panel.title} onClose={onClose}>
        <Trouble error={error} again={() => void refetch()} />
      </Panel>
    )
  if (data === undefined)
    return (
      <Panel title={words.areas.panel.title} onClose={onClose}>
        <Waiting what={words.areas.panel.loading} />
      </Panel>
    )
  const { edition, record } = data
  const { around, rows, shape } = draftOf(record)
  const show = () => {
    const bounds = boundsOf([], [areaOf(record)])
    if (bounds !== null) field.map.show(bounds, true)
  }
  const remove = () => {
    removeLater(record, edition)
    onClose()
  }
  return (
    <Panel
      title={record.name}
      beside={
        <span className="chip">
          {shape?.kind === "circle" ? words.areas.kinds.circle.word : words.areas.types[record.feature_type]}
        </span>
      }
      onClose={onClose}
    >
      <dl className={look["facts"]}>
        {shape?.kind === "circle" && (
          <div>
            <dt>{words.areas.panel.radius}</dt>
            <dd className="num">{shape.radius_m} m</dd>
          </div>
        )}
        {around !== "" && (
          <div>
            <dt>{words.areas.panel.radiusAround}</dt>
            <dd className="num">{around} m</dd>
          </div>
        )}
        <div>
          <dt>{words.areas.panel.changed}</dt>
          <dd>
            <Ago at={record.updated_at} zone={zone} />
          </dd>
        </div>
        <div>
          <dt>{words.areas.panel.shape}</dt>
          <dd className="num">{words.areas.panel.edition(record)}</dd>
        </div>
        {rows.map(({ key, text }) => (
          <div key={key}>
            <dt>
              <bdi>{key}</bdi>
            </dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className={look["acts"]}>
        {may("features:write") ? (
          <button className="btn danger" onClick={remove}>
            {words.areas.panel.remove}
          </button>
        ) : (
          <MissingPermission what={words.areas.panel.changing} permission="features:write" />
        )}
        {GRAZED.has(record.feature_type) && (
          <AnalyseLink about="areas" search={{ areas: id }}>
            {words.areas.panel.analyse}
          </AnalyseLink>
        )}
        <button className="btn push" onClick={show}>
          {words.areas.panel.show}
        </button>
        {may("features:write") && (
          <button className="btn" onClick={() => setChanging(true)}>
            {words.areas.panel.change} <kbd>C</kbd>
          </button>
        )}
      </div>
    </Panel>
  )
}
