// Own position, zoom, the whole extent, and the scale bar.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { currentMap, features } from "../../data/mapQueries.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { boundsOf } from "../../map/places.ts"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { areaOf } from "./fieldOf.ts"
import { HereButton } from "./HereButton.tsx"
import { placeOf } from "./LiveMap.ts"
import { Scale } from "./Scale.tsx"
import look from "./live.module.css"
import type { Field } from "./LiveMap.ts"

interface MapControlsProps {
  readonly field: Field | null
  readonly measuring: boolean
  readonly onMeasure: () => void
  readonly onTool: (tool: "areas" | "draw" | "report") => void
}

/** MapControls renders the buttons of the map. */
export const MapControls = ({ field, measuring, onMeasure, onTool }: MapControlsProps) => {
  const { may, project } = useProject()
  const { data: now } = useQuery(currentMap(project.id))
  const { data: areas } = useQuery(features(project.id))
  const all = () => {
    const bounds = boundsOf(
      (now?.features ?? []).map((seen) => placeOf(seen, null)),
      (areas ?? []).map(areaOf)
    )
    if (bounds !== null) field?.map.show(bounds, true)
  }
  /** Leaves the key to the map while the map has the focus. */
  const zoom = (by: 1 | -1) => (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLCanvasElement)) field?.map.zoom(by)
  }
  useKeys({ "0": all, "+": zoom(1), "-": zoom(-1) })
  return (
    <>
      <div className={look["foot"]}>
        {field !== null && <Scale map={field.map} />}
        <span className={`faint ${field?.map.attribution() == null ? look["quiet"] : ""}`}>
          {field?.map.attribution() ??
            (project.settings["landscape"] === "demo"
              ? words.live.controls.inventedLandscape
              : words.live.controls.offlineMap)}
        </span>
      </div>
      <div className={look["tools"]}>
        {may("events:write") && (
          <button className="card" onClick={() => onTool("report")}>
            <Icon name="flag" size={17} /> <span>{words.live.controls.report}</span> <kbd>N</kbd>
          </button>
        )}
        <button className="card" onClick={() => onTool("areas")}>
          <Icon name="zone" size={17} /> <span>{words.live.controls.areas}</span> <kbd>A</kbd>
        </button>
        {may("features:write") && (
          <button className="card" onClick={() => onTool("draw")}>
            <Icon name="pencil" size={17} /> <span>{words.live.controls.draw}</span> <kbd>D</kbd>
          </button>
        )}
      </div>
      <div className={`card ${look["controls"]}`}>
        <HereButton field={field} />
        <button
          aria-label={words.live.controls.measure}
          title={words.live.controls.measureHint}
          aria-pressed={measuring}
          onClick={onMeasure}
        >
          <Icon name="ruler" size={18} />
        </button>
        <button
          aria-label={words.live.controls.showEverything}
          title={words.live.controls.showEverything}
          onClick={all}
        >
          <Icon name="layers" size={18} />
        </button>
        <button
          aria-label={words.live.controls.zoomIn}
          title={words.live.controls.zoomIn}
          onClick={() => field?.map.zoom(1)}
        >
          <Icon name="plus" size={18} />
        </button>
        <button
          aria-label={words.live.controls.zoomOut}
          title={words.live.controls.zoomOut}
          onClick={() => field?.map.zoom(-1)}
        >
          <Icon name="minus" size={18} />
        </button>
      </div>
    </>
  )
}
