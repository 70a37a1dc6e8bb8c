// Imports areas from a file: the server parses it, the map previews it, and each refused shape is listed with its
// position. All areas are created, or none.
import { type ReactNode, useEffect, useState } from "react"
import { words } from "../../../../words/language.ts"
import type { Geometry } from "geojson"
import { Refused, sentenceOf } from "../../../data/api/Refused.ts"
import type { Field } from "../../live/LiveMap.ts"
import { boundsOf } from "../../../map/places.ts"
import {
  type AreaFile,
  type FeatureType,
  type Imported,
  importFeatures,
  removeFeatures
} from "../../../data/areas.ts"
import { numberText } from "../../../design/numbers.ts"
import { Parts } from "../../../design/Parts.tsx"
import { toast } from "../../../shell/toasts.ts"
import { useProject } from "../../../shell/useProject.ts"
import { Marks } from "../Marks.tsx"
import { Panel } from "../Panel.tsx"
import { preview, takePencil } from "../pencil.ts"
import { featureTypes } from "../words.ts"
import { Drop } from "./Drop.tsx"
import { FileAttributes } from "./FileAttributes.tsx"
import { FileCircles } from "./FileCircles.tsx"
import { FileItems } from "./FileItems.tsx"
import { FileSystem, Reprojected } from "./FileSystem.tsx"
import form from "../forms.module.css"
import look from "../panel.module.css"

interface ImportPanelProps {
  readonly field: Field
  readonly onClose: () => void
}

/** A file with the user's answers and the server's result; null: not readable with these answers. */
interface Chosen {
  readonly name: string
  readonly file: AreaFile
  readonly found: Imported | null
}

type Item = Imported["items"][number]

/** Returns the shapes of a file for the map. */
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

/** Tells whether an error is about the coordinate system, which the user may supply. */
const asksForSystem = (error: unknown): boolean =>
  error instanceof Refused && (error.problem.errors ?? []).some(({ code }) => /^SYSTEM_(?!KNOWN)/u.test(code))

/** Tells whether an error is about the user's answers rather than the file. */
const isAboutAnswers = (error: unknown): boolean =>
  error instanceof Refused &&
  (error.problem.errors ?? []).some(({ pointer }) => /^\/(?:attributes|circles|system)/u.test(pointer))

interface InFileProps {
  readonly name: string
  readonly count: number
  readonly refused: number
}

/** InFile says how many shapes are in a file, and how many of them are refused. */
const InFile = ({ count, name, refused }: InFileProps) => {
  const found = { count: <b className="num">{numberText(count)}</b>, file: <bdi>{name}</bdi> }
  if (refused === 0) return <Parts of={words.areaFiles.inFile<ReactNode>(found)} />
  const refusedCount = (
    <b className={`num ${form["bad"]}`}>{words.areaFiles.refusedCount({ count: refused })}</b>
  )
  return <Parts of={words.areaFiles.inFileRefused<ReactNode>({ ...found, refused: refusedCount })} />
}

/** ImportPanel imports the areas of a file. */
export const ImportPanel = ({ field, onClose }: ImportPanelProps) => {
  const { project } = useProject()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [trouble, setTrouble] = useState<{ readonly sentence: string; readonly isSystem: boolean } | null>(
    null
  )
  const [busy, setBusy] = useState(false)
  useEffect(() => takePencil(null), [])

  const ask = async (name: string, file: AreaFile, save: boolean) => {
    setBusy(true)
    setTrouble(null)
    try {
      const found = await importFeatures(project.id, file, save)
      if (save && found.created > 0) return found
      const areas = areasOf(found.items)
      preview(areas)
      setChosen({ name, file, found })
      const broken = found.items.flatMap(({ at }) => (at === null ? [] : [{ at }]))
      const bounds = boundsOf(broken, areas)
      if (!save && bounds !== null) field.map.show(bounds, true)
    } catch (refused) {
      const isSystem = asksForSystem(refused)
      // the last result stays where only an answer was refused
      if (!isAboutAnswers(refused) || isSystem) {
        setChosen(isSystem ? { name, file, found: null } : null)
        preview([])
      }
      setTrouble({ sentence: sentenceOf(refused), isSystem })
    } finally {
      setBusy(false)
    }
    return undefined
  }
  const change = ({ file, name }: Chosen, more: Partial<AreaFile>) =>
    void ask(name, { ...file, ...more }, false)
  const save = async ({ file, name }: Chosen) => {
    const made = await ask(name, file, true)
    if (made === undefined) return
    const ids = made.items.flatMap(({ id }) => (id === null ? [] : [id]))
    const undo = () =>
      void removeFeatures(project.id, ids).then(
        () => toast(words.areaFiles.takenBack({ count: ids.length, file: name })),
        (refused: unknown) => toast(sentenceOf(refused), "bad")
      )
    toast(words.areaFiles.imported({ count: made.created, file: name }), "good", undo)
    onClose()
  }
  // results of the previous file do not apply to the next
  const forget = () => {
    setChosen(null)
    setTrouble(null)
    preview([])
  }
  const items = chosen?.found?.items ?? []
  const wrong = wrongOf(items),
    taken = items.filter(({ status }) => status !== "left_out").length
  return (
    <>
      <Marks field={field} mistakes={wrong} />
      <Panel title={words.areaFiles.title} onClose={onClose}>
        <Drop
          busy={busy}
          onChosen={forget}
          onText={(name, text) => void ask(name, { text }, false)}
          onTrouble={(sentence) => setTrouble({ sentence, isSystem: false })}
        />
        {trouble !== null && (
          <p className={look["wrong"]} role="alert">
            {trouble.sentence}
          </p>
        )}
        {chosen !== null && trouble?.isSystem === true && (
          <FileSystem
            key={chosen.name}
            busy={busy}
            system={chosen.file.system}
            onSystem={(system) => change(chosen, { system })}
          />
        )}
        {chosen !== null && chosen.found !== null && (
          <>
            <p role="status">
              <InFile name={chosen.name} count={items.length} refused={wrong.length} />
            </p>
            <Reprojected from={chosen.found.reprojected_from} />
            <label className="field">
              {words.areaFiles.type}
              <select
                className="input"
                value={chosen.file.feature_type ?? ""}
                onChange={({ target: { value } }) =>
                  change(chosen, { feature_type: value === "" ? undefined : (value as FeatureType) })
                }
              >
                <option value="">{words.areaFiles.byShape}</option>
                {featureTypes.map((type) => (
                  <option key={type} value={type}>
                    {words.areas.types[type]}
                  </option>
                ))}
              </select>
            </label>
            <FileCircles
              key={`circles of ${chosen.name}`}
              points={chosen.found.points}
              columns={chosen.found.attributes}
              circles={chosen.file.circles}
              busy={busy}
              onCircles={(circles) => change(chosen, { circles })}
            />
            <FileAttributes
              columns={chosen.found.attributes}
              types={chosen.file.attributes ?? {}}
              busy={busy}
              onTypes={(attributes) => change(chosen, { attributes })}
            />
            <FileItems field={field} items={items} />
            <div className={look["acts"]}>
              <button className="btn" onClick={onClose}>
                {words.areas.cancel}
              </button>
              <button
                className="btn primary"
                disabled={busy || wrong.length > 0 || taken === 0 || trouble !== null}
                onClick={() => void save(chosen)}
              >
                {words.areaFiles.import({ count: taken })}
              </button>
            </div>
          </>
        )}
      </Panel>
    </>
  )
}
