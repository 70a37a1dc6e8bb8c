// Finds and marks wrong fixes: on the map, by speed, in the list. The original data stays and is shown beside; the
// effects are shown before saving.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { Segments } from "../../design/form/Segments.tsx"
import { animal } from "../../data/animals.ts"
import { type CurationDraft, type Fix, fixesBetween } from "../../data/fixes.ts"
import { Page } from "../../shell/Page.tsx"
import { State, Trouble, Waiting } from "../../shell/states.tsx"
import { useChosenRow } from "../../shell/useChosenRow.ts"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { capital, entityWord } from "../../shell/words.ts"
import { iso } from "../../time/iso.ts"
import { inZone } from "../../time/zoneTime.ts"
import { Correct } from "./Correct.tsx"
import { Corrections } from "./Corrections.tsx"
import { FixList } from "./FixList.tsx"
import { FixMap } from "./FixMap.tsx"
import look from "./fixes.module.css"
import { MoveFields, type Moved } from "./MoveFields.tsx"
import { SpeedChart } from "./SpeedChart.tsx"
import { usualLimit } from "./usualLimit.ts"
import { MOST_PICKED, usePicking } from "./usePicking.ts"

const route = getRouteApi("/known/p/$slug/animals/$entity/fixes")

const MINUTE = 60_000,
  HOUR = 60 * MINUTE

const SPANS = { "6h": 6 * HOUR, "24h": 24 * HOUR, "7d": 168 * HOUR } as const
type Span = keyof typeof SPANS
const spans = [
  ["6h", "6 h"],
  ["24h", "24 h"],
  ["7d", "7 d"]
] as const
const isSpan = (text: string | undefined): text is Span => text !== undefined && text in SPANS

const MODES = ["wrong", "right", "move"] as const
type Mode = (typeof MODES)[number]

/** Returns the correction of the selected fixes; null: incomplete. */
const draftOf = (mode: Mode, some: ReadonlyArray<Fix>, { at, time }: Moved): CurationDraft | null => {
  const [first] = some
  if (first === undefined) return null
  const about = { device_id: first.device_id, position_ids: some.map(({ id }) => id) }
  if (mode !== "move") return { ...about, set: { valid: mode === "right" } }
  if (some.length > 1 || (at === undefined && time === undefined)) return null
  const place = at === undefined ? {} : { geometry: { type: "Point", coordinates: [...at] } as const }
  return { ...about, set: { ...place, ...(time === undefined ? {} : { time: iso(time) }) } }
}

/** Fixes is the page that corrects fixes. */
export const Fixes = () => {
  const { project, zone } = useProject()
  const { entity } = route.useParams()
  const { t, w, over: limit } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: who } = useQuery(animal(project.id, entity))
  const [opened] = useState(() => Math.ceil(Date.now() / MINUTE) * MINUTE)
  const asked = t === undefined ? NaN : Date.parse(t)
  const to = Number.isFinite(asked) ? asked : opened
  const span = isSpan(w) ? w : "24h"
  const from = to - SPANS[span]
  const { data, error, refetch } = useQuery(fixesBetween(project.id, entity, from, to))
  const fixes = data?.items ?? []
  const [mode, setMode] = useState<Mode>("wrong")
  const [moved, setMoved] = useState<Moved>({})
  // a new selection discards the move of the previous one
  const picking = usePicking(fixes, () => setMoved({}))
  const { choose, chosen, moving } = useChosenRow(fixes)
  const typed = Number(limit)
  const over = limit !== undefined && Number.isFinite(typed) ? typed : usualLimit(fixes)
  const some = fixes.filter(({ id }) => picking.picked.has(id))
  const [only] = some
  const isMoving = mode === "move" && some.length === 1 && only !== undefined
  const done = () => picking.pick([], false)
  const set = (member: "w" | "over", value: string) =>
    void navigate({ search: (old) => ({ ...old, [member]: value }), replace: true })
  useKeys({
    ...moving,
    x: () => {
      if (chosen !== undefined) picking.pick([chosen.id], true)
    },
    Escape: () => {
      if (some.length > 0) done()
      else void navigate({ to: "/p/$slug/animals/$entity", params: { slug: project.slug, entity } })
    }
  })
  const word = entityWord(project)
  const last = who?.now?.last_fix?.time
  const params = { slug: project.slug, entity }
  return (
    <Page
      name={who === undefined ? words.fixes.title : words.fixes.titleOf({ name: who.name })}
      title={
        <>
          <Link to="/p/$slug/animals" params={params}>
            {capital(word.many)}
          </Link>{" "}
          <span className="faint">/</span>{" "}
          <Link to="/p/$slug/animals/$entity" params={params}>
            <bdi>{who?.name ?? ""}</bdi>
          </Link>{" "}
          <span className="faint">/</span> {words.fixes.title}
        </>
      }
      beside={<span className="soft">{words.fixes.originalStays}</span>}
      acts={
        <Segments
          label={words.fixes.span}
          of={spans}
          value={span}
          all={false}
          onChoose={(one) => set("w", one ?? "24h")}
        />
      }
    >
      <main className={look["page"]}>
        {error !== null && <Trouble error={error} again={() => void refetch()} />}
        {data === undefined && error === null && <Waiting what={words.fixes.fixes} />}
        {data !== undefined && fixes.length === 0 && (
          <State icon="live" title={words.fixes.none}>
            {last !== undefined && (
              <Link
                className="btn"
                to="/p/$slug/animals/$entity/fixes"
                params={params}
                search={{ t: iso(Date.parse(last) + MINUTE), ...(w === undefined ? {} : { w }) }}
              >
                {words.fixes.upToLast({ time: inZone(last, zone, "full") })}
              </Link>
            )}
          </State>
        )}
        {fixes.length > 0 && (
          <>
            <div className={look["field"]}>
              <FixMap
                name={who?.name ?? ""}
                of={fixes}
                picking={picking}
                moved={isMoving ? (moved.at ?? null) : null}
                onPlace={isMoving ? (at) => setMoved({ ...moved, at }) : null}
              />
              <p className={`card ${look["count"]}`} aria-live="polite">
                <b className="num">{words.fixes.selected({ selected: some.length, all: fixes.length })}</b>
                {data?.isCut === true && <span className="soft"> {words.fixes.hasOlder}</span>}
                {some.length === MOST_PICKED && (
                  <span className="soft"> {words.fixes.atMost({ count: MOST_PICKED })}</span>
                )}
              </p>
              <div className={`card ${look["tools"]}`}>
                <Segments
                  label={words.fixes.correction}
                  of={MODES.map((one) => [one, words.fixes.modes[one]] as const)}
                  value={mode}
                  all={false}
                  onChoose={(one) => setMode(one ?? "wrong")}
                />
                <span className="soft">{isMoving ? words.fixes.hint.place : words.fixes.hint.select}</span>
              </div>
            </div>
            <SpeedChart
              of={fixes}
              picking={picking}
              from={from}
              to={to}
              over={over}
              onOver={(kmh) => set("over", String(kmh))}
            />
            <aside className={look["side"]}>
              <FixList
                of={fixes}
                picking={picking}
                current={chosen}
                onLook={choose}
                over={over}
                isLong={span === "7d"}
              />
              {isMoving && <MoveFields key={only.id} of={only} to={moved} onMove={setMoved} />}
              {mode === "move" && some.length > 1 && (
                <p className={`soft ${look["said"]}`}>{words.fixes.moveOne}</p>
              )}
              <Correct of={draftOf(mode, some, moved)} onDone={done} />
              <Corrections device={only?.device_id ?? fixes.at(-1)!.device_id} />
            </aside>
          </>
        )}
      </main>
    </Page>
  )
}
