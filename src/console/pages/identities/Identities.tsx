// Identities that report but belong to no device: in families, with the newest report; made into devices, or ignored.
import { useInfiniteQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { OperateFrame } from "../operate/OperateFrame.tsx"
import { identities, type Identity, setIgnored } from "../../data/identities.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { toast } from "../../shell/toasts.ts"
import { ShowMore } from "../../shell/ShowMore.tsx"
import { State, Trouble, Waiting } from "../../shell/states.tsx"
import { useChosenRow } from "../../shell/useChosenRow.ts"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { Payload } from "../traces/Payload.tsx"
import { FamilyRows } from "./FamilyRows.tsx"
import { familiesOf } from "./families.ts"
import look from "./identities.module.css"
import { KeptMap } from "./KeptMap.tsx"
import { MakeDevices } from "./MakeDevices.tsx"

const route = getRouteApi("/known/p/$slug/operate/identities")

/** Ignores identities or takes that back, with an undo in the toast. */
const ignore = (ids: ReadonlyArray<string>, ignored: boolean): Promise<void> =>
  setIgnored(ids, ignored).then(
    () =>
      toast(
        (ignored ? words.identities.ignored : words.identities.restored)({ count: ids.length }),
        "good",
        () => void ignore(ids, !ignored)
      ),
    (refused: unknown) => toast(sentenceOf(refused), "bad")
  )

/** Identities is the page of unknown identities. */
export const Identities = () => {
  const { may } = useProject()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const ignored = search.view === "ignored"
  const list = useInfiniteQuery(identities(ignored))
  const { data, error, isPending, refetch } = list
  const rows = data?.pages.flatMap(({ items }) => items) ?? []
  const families = familiesOf(rows)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [making, setMaking] = useState(false)
  const shown = families.flatMap(({ members }) => members)
  const { choose, chosen: current, moving } = useChosenRow(shown, "first")
  const family = families.find(({ members }) => members.some((one) => one === current))
  const some = shown.filter(({ id }) => chosen.has(id))
  const mayWrite = may("devices:write")
  const toggle = (which: ReadonlyArray<Identity>) => {
    const all = which.every(({ id }) => chosen.has(id))
    const next = new Set(chosen)
    for (const { id } of which)
      if (all) next.delete(id)
      else next.add(id)
    setChosen(next)
  }
  const deal = (to: boolean) => {
    void ignore(
      some.map(({ id }) => id),
      to
    )
    setChosen(new Set())
  }
  useKeys({
    ...moving,
    x: () => {
      if (current !== undefined && mayWrite) toggle([current])
    }
  })
  return (
    <OperateFrame name={words.identities.title}>
      <main className={look["page"]}>
        <section className={`panel ${look["list"]}`} aria-labelledby="unknown">
          <header className={look["head"]}>
            <h2 id="unknown">{words.identities.title}</h2>
            {mayWrite ? (
              <span className="soft">{words.identities.about}</span>
            ) : (
              <MissingPermission what={words.identities.creating} permission="devices:write" />
            )}
            <span className="segments" role="group" aria-label={words.identities.which}>
              <button aria-pressed={!ignored} onClick={() => void navigate({ search: {} })}>
                {words.identities.views.unknown}
              </button>
              <button aria-pressed={ignored} onClick={() => void navigate({ search: { view: "ignored" } })}>
                {words.identities.views.ignored}
              </button>
            </span>
          </header>
          {some.length > 0 && (
            <div className={look["bulk"]}>
              <b className="num">{words.identities.chosen({ count: some.length })}</b>
              {!ignored && (
                <button className="btn primary" onClick={() => setMaking(true)}>
                  {words.identities.createDevices}
                </button>
              )}
              <button className="btn" onClick={() => deal(!ignored)}>
                {ignored ? words.identities.restore : words.identities.ignore}
              </button>
              <button className="btn" onClick={() => setChosen(new Set())}>
                {words.identities.chooseNone}
              </button>
            </div>
          )}
          <div className={look["rows"]}>
            {error !== null && <Trouble error={error} again={() => void refetch()} />}
            {isPending && <Waiting what={words.identities.waiting} />}
            {!isPending && rows.length === 0 && error === null && (
              <State icon="check" title={words.identities.empty[ignored ? "ignored" : "unknown"]} />
            )}
            {families.map((family) => (
              <FamilyRows
                key={family.key}
                of={family}
                chosen={chosen}
                current={current?.id ?? null}
                onToggle={mayWrite ? toggle : null}
                onLook={choose}
              />
            ))}
            <ShowMore of={list} />
          </div>
        </section>
        {current !== undefined && (
          <aside className={`panel ${look["item"]}`} aria-label={words.identities.report.title}>
            {family !== undefined && <KeptMap of={family} current={current.id} onLook={choose} />}
            <header className={look["head"]}>
              <h2>{current.device_name ?? current.external_id}</h2>
              <span className="soft">{words.identities.report.about}</span>
            </header>
            {current.last_report == null ? (
              <p className={look["none"]}>{words.identities.report.none}</p>
            ) : (
              <Payload of={current.last_report} marked={null} />
            )}
          </aside>
        )}
      </main>
      <MakeDevices
        open={making}
        of={some}
        onClose={() => setMaking(false)}
        onMade={() => {
          setMaking(false)
          setChosen(new Set())
        }}
      />
    </OperateFrame>
  )
}
