// Areas out of a file: the server reads it, what it would bring lies on the map, and each shape that it refuses is
// said with its place. All of them are made, or none.
import { useEffect, useState } from "react"
import type { Geometry } from "geojson"
import { sentenceOf } from "../api/Refused.ts"
import type { Field } from "../live/LiveMap.ts"
import { boundsOf } from "../map/places.ts"
import { type FeatureType, type Imported, importFeatures, removeFeatures } from "../queries/areas.ts"
import { say } from "../shell/notices.ts"
import { useProject } from "../shell/useProject.ts"
import { Drop } from "./Drop.tsx"
import { Marks } from "./Marks.tsx"
import { Panel } from "./Panel.tsx"
import { preview, takePencil } from "./pencil.ts"
import { reveal } from "./reveal.ts"
import { typeWords } from "./words.ts"
import form from "./forms.module.css"
import look from "./panel.module.css"

interface ImportPanelProps {
  readonly field: Field
  readonly onClose: () => void
}

interface Read {
  readonly name: string
  readonly text: string
  readonly found: Imported
}

type Item = Imported["items"][number]

/** What a file would bring, as the map draws it. */
const areasOf = (items: ReadonlyArray<Item>) =>
  items.flatMap(({ geometry, index, name }) =>
    geometry == null
      ? []
      : [{ id: `import ${index}`, name, kind: "preview", geometry: geometry as unknown as Geometry }]
  )

const wrongOf = (items: ReadonlyArray<Item>) =>
  items.flatMap(({ at, code, detail, index, name, status }) =>
    status === "invalid"
      ? [
          {
            pointer: String(index),
            code: code ?? "",
            detail: `${name}: ${detail ?? ""}`,
            ...(at === null ? {} : { at })
          }
        ]
      : []
  )

/** Rows that are listed; the rest is counted. */
const LISTED = 200

export const ImportPanel = ({ field, onClose }: ImportPanelProps) => {
  const { project } = useProject()
  const [type, setType] = useState<FeatureType | "">("")
  const [read, setRead] = useState<Read | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => takePencil(null), [])

  const ask = async (name: string, text: string, as: FeatureType | "", save: boolean) => {
    setBusy(true)
    setTrouble(null)
    try {
      const found = await importFeatures(
        project.id,
        { text, ...(as === "" ? {} : { feature_type: as }) },
        save
      )
      if (save && found.created > 0) return found
      const areas = areasOf(found.items)
      preview(areas)
      setRead({ name, text, found })
      const broken = found.items.flatMap(({ at }) => (at === null ? [] : [{ at }]))
      const bounds = boundsOf(broken, areas)
      if (!save && bounds !== null) field.map.show(bounds, true)
    } catch (refused) {
      setRead(null)
      preview([])
      setTrouble(sentenceOf(refused))
    } finally {
      setBusy(false)
    }
    return undefined
  }
  const save = async ({ name, text }: Read) => {
    const made = await ask(name, text, type, true)
    if (made === undefined) return
    const ids = made.items.flatMap(({ id }) => (id === null ? [] : [id]))
    const undo = () =>
      void removeFeatures(project.id, ids).then(
        () => say(`Taken back: ${ids.length} areas of ${name}`),
        (refused: unknown) => say(sentenceOf(refused), "bad")
      )
    say(`Imported: ${made.created} of ${name}`, "good", undo)
    onClose()
  }
  const items = read?.found.items ?? []
  const wrong = wrongOf(items),
    taken = items.filter(({ status }) => status !== "left_out").length
  return (
    <>
      <Marks field={field} mistakes={wrong} />
      <Panel title="Import areas" onClose={onClose}>
        <Drop busy={busy} onText={(name, text) => void ask(name, text, type, false)} onTrouble={setTrouble} />
        {trouble !== null && (
          <p className={look["wrong"]} role="alert">
            {trouble}
          </p>
        )}
        {read !== null && (
          <>
            <p role="status">
              <b className="num">{items.length}</b> in <bdi>{read.name}</bdi>
              {wrong.length > 0 && (
                <>
                  , <b className={`num ${form["bad"]}`}>{wrong.length} refused</b>. All are taken, or none:
                  mend the file and choose it again.
                </>
              )}
            </p>
            <label className="field">
              What they are, where the file does not say
              <select
                className="input"
                value={type}
                onChange={({ target }) => {
                  const next = target.value as FeatureType | ""
                  setType(next)
                  void ask(read.name, read.text, next, false)
                }}
              >
                <option value="">By shape: zones, routes, sites</option>
                {Object.entries(typeWords).map(([value, word]) => (
                  <option key={value} value={value}>
                    {word}
                  </option>
                ))}
              </select>
            </label>
            <ul className={form["items"]}>
              {[...items]
                .sort((a, b) => Number(b.status === "invalid") - Number(a.status === "invalid"))
                .slice(0, LISTED)
                .map(({ at, detail, feature_type, index, name, status }) => (
                  <li key={index} data-status={status}>
                    <bdi>{name}</bdi>
                    <span className="faint">
                      {status === "invalid"
                        ? "refused"
                        : status === "left_out"
                          ? "left out"
                          : typeWords[feature_type]}
                    </span>
                    {detail !== null && (
                      <p>
                        {detail}{" "}
                        {at !== null && (
                          <button className="link" onClick={() => reveal(field, at)}>
                            Where?
                          </button>
                        )}
                      </p>
                    )}
                  </li>
                ))}
            </ul>
            {items.length > LISTED && <p className="faint num">and {items.length - LISTED} more</p>}
            <div className={look["acts"]}>
              <button className="btn" onClick={onClose}>
                Cancel
              </button>
              <button
                className="btn primary"
                disabled={busy || wrong.length > 0 || taken === 0}
                onClick={() => void save(read)}
              >
                Import {taken}
              </button>
            </div>
          </>
        )}
      </Panel>
    </>
  )
}
