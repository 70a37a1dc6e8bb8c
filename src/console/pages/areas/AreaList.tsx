// All areas as a list: keyboard access to the map, and the undo of a pending removal.
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { features, MAX_AREAS } from "../../data/mapQueries.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { useLeaving } from "../../shell/leaving.ts"
import { useProject } from "../../shell/useProject.ts"
import { Panel } from "./Panel.tsx"
import { takeBack } from "./removeLater.ts"
import { kinds, typeWords } from "./words.ts"
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
    <Panel title="Areas" beside={<span className="faint num">{data.length}</span>} onClose={onClose}>
      {may("features:write") ? (
        <div className="row">
          <button className="btn small primary" onClick={() => onTool("draw")}>
            <Icon name="pencil" size={14} /> Draw <kbd>D</kbd>
          </button>
          <button className="btn small" onClick={() => onTool("import")}>
            <Icon name="down" size={14} /> Import a file
          </button>
        </div>
      ) : (
        <MissingPermission what="Changing areas" permission="features:write" />
      )}
      <input
        className="input"
        type="search"
        aria-label="Find an area"
        placeholder="Find an area"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {found.length === 0 && (
        <p className="soft">
          {data.length === 0 ? "No fences, zones, sites or routes yet." : "Nothing has that in its name."}
        </p>
      )}
      {data.length >= MAX_AREAS && <p className="soft">There may be more: these are the newest.</p>}
      <ul className={look["areas"]}>
        {found.map(({ feature_type, id, name }) => {
          const goes = leaving.has(id)
          const icon = kinds.find(({ type }) => type === feature_type)!.icon
          return (
            <li key={id}>
              <button disabled={goes} onClick={() => onChoose(id)}>
                <Icon name={icon} size={16} />
                <bdi>{name}</bdi>
                <span className="faint">{goes ? "removed" : typeWords[feature_type]}</span>
              </button>
              {goes && (
                <button className="btn small" onClick={() => takeBack(id, name)}>
                  Undo
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
