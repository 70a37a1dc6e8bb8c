// The area selected on the map or in the list, and its actions.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { words } from "../../../words/language.ts"
import { AnalyseLink } from "../analyses/AnalyseLink.tsx"
import type { Field } from "../live/LiveMap.ts"
import { boundsOf } from "../../map/places.ts"
import { areaOf } from "../live/fieldOf.ts"
import { areaPresence, areaSummary, type Feature, feature } from "../../data/areas.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { Trouble, Waiting } from "../../shell/states.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { useNow } from "../../time/useNow.ts"
import { InsideFigure, SizeFigures } from "../area/AreaFigures.tsx"
import { InsideNow } from "../area/InsideNow.tsx"
import { RulesAbout } from "../area/RulesAbout.tsx"
import { TellCard } from "../area/TellCard.tsx"
import { AreaEditor } from "./AreaEditor.tsx"
import { draftOf } from "./draft.ts"
import { mark } from "./pencil.ts"
import { Panel } from "./Panel.tsx"
import { removeLater } from "./removeLater.ts"
import { SavedRow } from "./SavedRow.tsx"
import look from "./panel.module.css"
import saved from "./saved.module.css"

/** Types of areas whose use an analysis reports. */
const GRAZED: ReadonlySet<string> = new Set(["zone", "geofence"])

/** PRESENCE_DAYS is how many days back animals are looked for. */
const PRESENCE_DAYS = 30

interface AreaPanelProps {
  readonly field: Field
  readonly id: string
  /** opens the editor at once */
  readonly isChanging: boolean
  readonly onClose: () => void
  /** the editor was closed */
  readonly onChanged: () => void
}

/** Moves the map to an area once it has loaded; undefined: nowhere. */
const useOpening = (field: Field, area: Feature | undefined): void => {
  const opened = useRef(false)
  useEffect(() => {
    if (opened.current || area === undefined) return
    opened.current = true
    const bounds = boundsOf([], [areaOf(area)])
    if (bounds !== null) field.map.show(bounds)
  }, [field, area])
}

/** AreaPanel shows the selected area. */
export const AreaPanel = ({ field, id, isChanging, onChanged, onClose }: AreaPanelProps) => {
  const { may, project } = useProject()
  const { data, error, refetch } = useQuery(feature(project.id, id))
  const { data: summary } = useQuery(areaSummary(project.id, id))
  const { data: presence } = useQuery(areaPresence(project.id, id, PRESENCE_DAYS, useNow()))
  const [changing, setChanging] = useState(isChanging && may("features:write"))
  useEffect(() => mark(id), [id])
  useOpening(field, isChanging ? data?.record : undefined)
  const mayChange = may("features:write") && data !== undefined
  useKeys({ c: () => setChanging(mayChange) })
  // a drawing survives a failed request
  if (changing && data !== undefined)
    return (
      <AreaEditor
        field={field}
        base={data}
        onDone={() => {
          setChanging(false)
          onChanged()
        }}
      />
    )
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
      <SavedRow id={id} />
      <dl className={saved["figures"]}>
        <SizeFigures of={record} summary={summary} />
        <InsideFigure presence={presence} />
      </dl>
      <TellCard of={record} summary={summary} presence={presence} />
      <section className={saved["part"]} aria-label={words.area.inside.title}>
        <h3>
          {words.area.inside.title}
          <Link className="link" to="/p/$slug/areas/$area" params={{ slug: project.slug, area: id }}>
            {words.area.saved.openPage}
          </Link>
        </h3>
        {presence !== undefined && <InsideNow of={presence} />}
      </section>
      <section className={saved["part"]} aria-label={words.area.rules.title}>
        <h3>{words.area.rules.title}</h3>
        {summary !== undefined && <RulesAbout of={summary} kind={record.feature_type} />}
      </section>
      {(around !== "" || rows.length > 0) && (
        <dl className={look["facts"]}>
          {around !== "" && (
            <div>
              <dt>{words.areas.panel.radiusAround}</dt>
              <dd className="num">{around} m</dd>
            </div>
          )}
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
      )}
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
