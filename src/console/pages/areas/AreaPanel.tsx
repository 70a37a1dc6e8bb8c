// The area selected on the map or in the list, and its actions.
import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
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
import { typeWords } from "./words.ts"
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
      <Panel title="Area" onClose={onClose}>
        <Trouble error={error} again={() => void refetch()} />
      </Panel>
    )
  if (data === undefined)
    return (
      <Panel title="Area" onClose={onClose}>
        <Waiting what="the area" />
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
        <span className="chip">{shape?.kind === "circle" ? "Circle" : typeWords[record.feature_type]}</span>
      }
      onClose={onClose}
    >
      <dl className={look["facts"]}>
        {shape?.kind === "circle" && (
          <div>
            <dt>Radius</dt>
            <dd className="num">{shape.radius_m} m</dd>
          </div>
        )}
        {around !== "" && (
          <div>
            <dt>Radius around it</dt>
            <dd className="num">{around} m</dd>
          </div>
        )}
        <div>
          <dt>Changed</dt>
          <dd>
            <Ago at={record.updated_at} zone={zone} />
          </dd>
        </div>
        <div>
          <dt>Shape</dt>
          <dd className="num">edition {record.revision}</dd>
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
            Remove
          </button>
        ) : (
          <MissingPermission what="Changing it" permission="features:write" />
        )}
        {GRAZED.has(record.feature_type) && (
          <AnalyseLink about="areas" search={{ areas: id }}>
            How was this used?
          </AnalyseLink>
        )}
        <button className="btn push" onClick={show}>
          Show
        </button>
        {may("features:write") && (
          <button className="btn" onClick={() => setChanging(true)}>
            Change <kbd>C</kbd>
          </button>
        )}
      </div>
    </Panel>
  )
}
