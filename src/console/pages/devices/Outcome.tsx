// The effects of the changes before they are saved, with the buttons to save or discard.
import { useQuery } from "@tanstack/react-query"
import { sentenceOf } from "../../data/api/Refused.ts"
import { counted } from "../../design/numbers.ts"
import { changeWorn, effectOf, type Outcome as Told, wornBy } from "../../data/device.ts"
import { queryClient } from "../../data/queryClient.ts"
import { toast } from "../../shell/toasts.ts"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import { asBefore, type Change, changesOf, type Span, spansOf } from "./draft.ts"
import look from "./worn.module.css"

const Wearer = ({ of }: { readonly of: Told["moves"][number]["from"] }) =>
  of === null ? <>nobody</> : <bdi className="strong">{of.name}</bdi>

const Moves = ({ of }: { readonly of: Told }) => {
  const { zone } = useProject()
  return (
    <>
      {of.moves.length === 0 && <p>No record moves.</p>}
      {of.moves.map(({ from, records, time_from, time_to, to }) => (
        <p key={`${from?.id} ${to?.id}`}>
          <b className="num">{counted(records, "record")}</b> of {inZone(time_from, zone, "dayTime")}
          {time_to !== time_from && ` to ${inZone(time_to, zone, "dayTime")}`}{" "}
          {records === 1 ? "moves" : "move"} from <Wearer of={from} /> to <Wearer of={to} />.
        </p>
      ))}
      {of.moves.length > 0 && (
        <p className="soft num">
          {of.events_judged > 0 &&
            `${counted(of.events_judged, "event")} ${of.events_judged === 1 ? "is" : "are"} judged again, of ` +
              `${counted(of.rules, "rule")}. `}
          Works in the background for about {span(of.seconds)}, and can be dragged back.
        </p>
      )}
    </>
  )
}

interface OutcomeProps {
  readonly id: string
  readonly saved: ReadonlyArray<Span>
  readonly changes: ReadonlyArray<Change>
  readonly onPutBack: () => void
}

/** Restores the assignments from before. */
const takeBack = async (projectId: string, id: string, before: ReadonlyArray<Span>): Promise<void> => {
  const now = spansOf(await queryClient.fetchQuery({ ...wornBy(projectId, id), staleTime: 0 }))
  const changes = changesOf(id, now, asBefore(before, now))
  if (changes.length > 0) await changeWorn(projectId, id, changes)
  toast("Put back; the records follow.")
}

/** Outcome shows the effects of changed assignments. */
export const Outcome = ({ changes, id, onPutBack, saved }: OutcomeProps) => {
  const { project } = useProject()
  const { data, error, isPlaceholderData } = useQuery(effectOf(project.id, changes))
  const { act, busy } = useAct()
  const save = async () => {
    await changeWorn(project.id, id, changes)
    const records = data?.moves.reduce((sum, move) => sum + move.records, 0) ?? 0
    toast(
      records === 0 ? "Saved." : `Saved; ${counted(records, "record")} follow in the background.`,
      "good",
      () => act(() => takeBack(project.id, id, saved))
    )
    onPutBack()
  }
  const moves = data !== undefined && error === null && data.moves.length > 0
  return (
    <div className={look["outcome"]} role="region" aria-label="What that changes">
      <div className={look["says"]} role="status" data-old={isPlaceholderData}>
        {error === null ? data === undefined ? <p>Looking what moves…</p> : <Moves of={data} /> : null}
        {error !== null && <p className={look["bad"]}>{sentenceOf(error)}</p>}
      </div>
      <div className={look["ways"]}>
        <button className="btn" onClick={onPutBack}>
          Put back <kbd>Z</kbd>
        </button>
        <button
          className="btn primary"
          disabled={busy || error !== null || data === undefined || isPlaceholderData}
          onClick={() => act(save)}
        >
          {moves ? "Move the records" : "Save"}
        </button>
      </div>
    </div>
  )
}
