// All areas as a list: keyboard access to the map, and the undo of a pending removal.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { features, MAX_AREAS } from "../../data/mapQueries.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { useLeaving } from "../../shell/leaving.ts"
import { useProject } from "../../shell/useProject.ts"
import { Panel } from "./Panel.tsx"
import { takeBack } from "./removeLater.ts"
import { kinds } from "./words.ts"
import look from "./panel.module.css"

interface AreaListProps {
  readonly onClose: () => void
  readonly onChoose: (id: string) => void
  readonly onTool: (tool: "draw" | "import") => void
}

/** AreaList lists the areas. */
export const AreaList = ({ onChoose, onClose, onTool }: AreaListProps) => {
  const { may, project } = useProject()
  const { data = [] } = useQuery(features(project.id))
  const leaving = useLeaving()
  const [text, setText] = useState("")
  const asked = text.trim().toLowerCase()
  const found = data
    .filter(({ name }) => name.toLowerCase().includes(asked))
    .sort((a, b) => a.name.localeCompare(b.name))
  return (
    <Panel
      title={words.areas.list.title}
      beside={<span className="faint num">{data.length}</span>}
      onClose={onClose}
    >
      {may("features:write") ? (
        <div className="row">
          <button className="btn small primary" onClick={() => onTool("draw")}>
            <Icon name="pencil" size={14} /> {words.areas.list.draw} <kbd>D</kbd>
          </button>
          <button className="btn small" onClick={() => onTool("import")}>
            <Icon name="down" size={14} /> {words.areas.list.importFile}
          </button>
        </div>
      ) : (
        <MissingPermission what={words.areas.list.changing} permission="features:write" />
      )}
      <input
        className="input"
        type="search"
        aria-label={words.areas.list.find}
        placeholder={words.areas.list.find}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {found.length === 0 && (
        <p className="soft">
          {data.length === 0 ? words.areas.list.none : words.areas.list.noneFound({ text: text.trim() })}
        </p>
      )}
      {data.length >= MAX_AREAS && <p className="soft">{words.areas.list.mayBeMore}</p>}
      <ul className={look["areas"]}>
        {found.map(({ feature_type, id, name }) => {
          const goes = leaving.has(id)
          const icon = kinds.find(({ type }) => type === feature_type)!.icon
          return (
            <li key={id}>
              <button disabled={goes} onClick={() => onChoose(id)}>
                <Icon name={icon} size={16} />
                <bdi>{name}</bdi>
                <span className="faint">
                  {goes ? words.areas.list.removed : words.areas.types[feature_type]}
                </span>
              </button>
              {goes ? (
                <button className="btn small" onClick={() => takeBack(id, name)}>
                  {words.areas.list.undo}
                </button>
              ) : (
                <Link
                  className="link"
                  to="/p/$slug/areas/$area"
                  params={{ slug: project.slug, area: id }}
                  aria-label={words.area.saved.openPageOf({ name })}
                >
                  {words.areas.list.open}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
