// The form of an area that is drawn or changed: shape on the map or as text, name, type, properties. The server
// validates; errors are marked on the map. The draft is kept until saved or discarded.
import { type FormEvent, useEffect, useRef, useState } from "react"
import { words } from "../../../words/language.ts"
import { type Mistake, Refused, sentenceOf } from "../../data/api/Refused.ts"
import type { Edited } from "../../data/api/call.ts"
import type { Field } from "../live/LiveMap.ts"
import { useWriting } from "../../writing.ts"
import { changeFeature, type Feature, makeFeature } from "../../data/areas.ts"
import { Key } from "../../design/marks/Key.tsx"
import { toast } from "../../shell/toasts.ts"
import { useProject } from "../../shell/useProject.ts"
import {
  begin,
  type Begun,
  begunIn,
  changeOf,
  draftOf,
  hasFixedShape,
  kindOf,
  newOf,
  placeOf,
  strokeOf
} from "./draft.ts"
import { AreaFields } from "./AreaFields.tsx"
import { Marks } from "./Marks.tsx"
import { reveal } from "./reveal.ts"
import { Kinds } from "./Kinds.tsx"
import { Mistakes } from "./Mistakes.tsx"
import { Panel } from "./Panel.tsx"
import { Properties } from "./Properties.tsx"
import { noteSaved } from "./savedArea.ts"
import { ShapeText } from "./ShapeText.tsx"
import { Overtaken } from "./Overtaken.tsx"
import type { Shape } from "./shape.ts"
import { usePen } from "./usePen.ts"
import { type Kind, kinds } from "./words.ts"
import look from "./panel.module.css"

interface AreaEditorProps {
  readonly field: Field
  /** the area that is changed; null: a new one */
  readonly base: Edited<Feature> | null
  readonly onDone: (id: string | null) => void
}

/** Opens the pen and reports the drawn shape. */
const useSketch = (field: Field, begun: Begun, onShape: (shape: Shape) => void) => {
  const area = begun.before?.record.id ?? null
  const isFixed = hasFixedShape(begun)
  const [kind, setKind] = useState<Kind>(() => kindOf(begun))
  const [radius, setRadius] = useState<number | null>(null)
  const first = useRef(begun.shape)
  const pen = usePen(field, area, { shape: onShape, radius: setRadius })
  useEffect(() => {
    // a restored draft of a new area may be out of view; a changed area was selected on the map
    const place = area === null && first.current !== null ? placeOf(first.current) : null
    if (place !== null) reveal(field, place)
  }, [area, field])
  useEffect(() => {
    if (pen === null || isFixed) return
    if (first.current === null) pen.draw(kind.stroke)
    else pen.edit(first.current)
  }, [pen, kind, isFixed])
  const choose = (next: Kind) => {
    first.current = null
    setRadius(null)
    if (next.stroke === kind.stroke) pen?.draw(next.stroke)
    setKind(next)
  }
  return { kind, choose, pen, radius }
}

/** AreaEditor draws or changes an area. */
export const AreaEditor = ({ base, field, onDone }: AreaEditorProps) => {
  const { project } = useProject()
  const what = base === null ? "area" : `area ${base.record.id}`
  const kept = useWriting(project.id, what, (members) => begunIn(members) ?? begin(base))
  const { value: draft } = kept
  const { before, shape } = draft
  const [mistakes, setMistakes] = useState<ReadonlyArray<Mistake>>([])
  const [overtaken, setOvertaken] = useState<Refused | null>(null)
  const [sending, setSending] = useState(false)
  const put = (change: Partial<Begun>) => {
    kept.put(change)
    if (change.shape !== undefined) setMistakes([])
  }
  const { choose, kind, pen, radius } = useSketch(field, draft, (next) => put({ shape: next }))
  const stroke = shape === null ? kind.stroke : strokeOf(shape)
  const isFixed = hasFixedShape(draft)

  const send = async (edition: string | undefined) => {
    setSending(true)
    setOvertaken(null)
    setMistakes([])
    try {
      const after =
        before === null
          ? await makeFeature(project.id, newOf(draft))
          : await changeFeature(before.record, edition ?? before.edition, changeOf(before.record, draft))
      kept.forget()
      noteSaved(after, before?.record ?? null, () => onDone(null))
      onDone(after.record.id)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { errors = [] } = error.problem
      if (error.status === 412) setOvertaken(error)
      else if (errors.length > 0) {
        setMistakes(errors)
        const at = errors.find((mistake) => mistake.at !== undefined)?.at
        if (at !== undefined) reveal(field, at)
      } else toast(sentenceOf(error), "bad")
    }
    setSending(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!sending) void send(undefined)
  }
  const written = (next: Shape) => {
    put({ shape: next })
    pen?.edit(next)
  }
  const takeTheirs = (theirs: Edited<Feature>) => {
    const anew = draftOf(theirs.record)
    put({ ...anew, before: theirs })
    setOvertaken(null)
    if (anew.shape !== null) pen?.edit(anew.shape)
  }
  const leave = () => {
    if (!sending) kept.forget() // a request under way may be refused
    onDone(before?.record.id ?? null)
  }
  const title = before === null ? words.areas.editor.draw : words.areas.editor.change(before.record)
  return (
    <>
      <Marks field={field} mistakes={mistakes} />
      <Panel title={title} onClose={leave}>
        {before === null && (
          <Kinds
            chosen={kind}
            onChoose={(next) => {
              choose(next)
              put({ type: next.type, shape: null, around: "" })
            }}
          />
        )}
        <form
          className={look["form"]}
          onSubmit={submit}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event)
          }}
        >
          {isFixed ? (
            <p className="soft">{words.areas.editor.severalShapes}</p>
          ) : shape === null ? (
            <div className={look["hint"]}>
              <p>{pen === null ? words.areas.editor.loading : words.areas.kinds[kind.name].hint}</p>
              {radius !== null && <p className="strong num">{radius} m</p>}
              {(kind.stroke === "polygon" || kind.stroke === "linestring") && (
                <span className="row">
                  <button type="button" className="btn small" onClick={() => pen?.back()}>
                    {words.areas.editor.back}
                  </button>
                  <button type="button" className="btn small" onClick={() => pen?.finish()}>
                    {words.areas.editor.done}
                  </button>
                </span>
              )}
            </div>
          ) : (
            (stroke === "polygon" || stroke === "linestring") && (
              <p className="soft">{words.areas.editor.dragCorners}</p>
            )
          )}
          <Mistakes mistakes={mistakes} onShow={(at) => reveal(field, at)} />
          {overtaken !== null && before !== null && (
            <Overtaken
              error={overtaken}
              mine={before.record}
              onTheirs={takeTheirs}
              onMine={(edition) => void send(edition)}
            />
          )}
          {(shape !== null || isFixed) && <AreaFields draft={draft} onChange={put} />}
          {!isFixed && (
            <details className={look["more"]} open={shape === null || stroke === "circle"}>
              <summary>{shape === null ? words.areas.editor.write : words.areas.editor.coordinates}</summary>
              <ShapeText
                label={words.areas.kinds[kinds.find((one) => one.stroke === stroke)!.name].written}
                {...{ shape, stroke }}
                onShape={written}
              />
            </details>
          )}
          {(shape !== null || isFixed) && (
            <>
              {!isFixed && (stroke === "point" || stroke === "linestring") && (
                <label className="field">
                  {words.areas.editor.radiusAround}
                  <input
                    className="input num"
                    inputMode="decimal"
                    value={draft.around}
                    onChange={({ target }) => put({ around: target.value })}
                  />
                </label>
              )}
              <Properties rows={draft.rows} onRows={(rows) => put({ rows })} />
              <div className={look["acts"]}>
                <button type="button" className="btn" onClick={leave}>
                  {words.areas.cancel}
                </button>
                <button className="btn primary" disabled={sending}>
                  {sending ? words.areas.saving : words.areas.save} <Key of="⌘↵" />
                </button>
              </div>
            </>
          )}
        </form>
      </Panel>
    </>
  )
}
