// Identities that report but belong to no device: in families, with the newest report; made into devices, or ignored.
import { useInfiniteQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
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

const counted = (count: number): string => (count === 1 ? "1 identity" : `${count} identities`)

/** Ignores identities or takes that back, with an undo in the toast. */
const ignore = (ids: ReadonlyArray<string>, ignored: boolean): Promise<void> =>
  setIgnored(ids, ignored).then(
    () =>
      toast(
        `${counted(ids.length)} ${ignored ? "ignored" : "heeded again"}.`,
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
    <OperateFrame name="Unknown identities">
      <main className={look["page"]}>
        <section className={`panel ${look["list"]}`} aria-labelledby="unknown">
          <header className={look["head"]}>
            <h2 id="unknown">Unknown identities</h2>
            {mayWrite ? (
              <span className="soft">what they send is kept until they have a device</span>
            ) : (
              <MissingPermission what="Making devices" permission="devices:write" />
            )}
            <span className="segments" role="group" aria-label="Which">
              <button aria-pressed={!ignored} onClick={() => void navigate({ search: {} })}>
                Unknown
              </button>
              <button aria-pressed={ignored} onClick={() => void navigate({ search: { view: "ignored" } })}>
                Ignored
              </button>
            </span>
          </header>
          {some.length > 0 && (
            <div className={look["bulk"]}>
              <b className="num">{some.length} chosen</b>
              {!ignored && (
                <button className="btn primary" onClick={() => setMaking(true)}>
                  Create devices…
                </button>
              )}
              <button className="btn" onClick={() => deal(!ignored)}>
                {ignored ? "Heed again" : "Ignore"}
              </button>
              <button className="btn" onClick={() => setChosen(new Set())}>
                Choose none
              </button>
            </div>
          )}
          <div className={look["rows"]}>
            {error !== null && <Trouble error={error} again={() => void refetch()} />}
            {isPending && <Waiting what="identities" />}
            {!isPending && rows.length === 0 && error === null && (
              <State
                icon="check"
                title={ignored ? "Nobody is ignored." : "Everybody who reports is known."}
              />
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
          <aside className={`panel ${look["item"]}`} aria-label="The chosen identity">
            {family !== undefined && <KeptMap of={family} current={current.id} onLook={choose} />}
            <header className={look["head"]}>
              <h2>{current.device_name ?? current.external_id}</h2>
              <span className="soft">newest report that is kept</span>
            </header>
            {current.last_report == null ? (
              <p className={look["none"]}>None is kept.</p>
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
