// The effects of the changes before they are saved, with the buttons to save or discard.
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { Parts } from "../../design/Parts.tsx"
import { changeWorn, effectOf, type Outcome as Told, wornBy } from "../../data/device.ts"
import { queryClient } from "../../data/queryClient.ts"
import { toast } from "../../shell/toasts.ts"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import { asBefore, type Change, changesOf, type Span, spansOf } from "./draft.ts"
import look from "./worn.module.css"

const Wearer = ({ of }: { readonly of: Told["moves"][number]["from"] }) => {
  const { project } = useProject()
  return of === null ? (
    words.devices.noEntity({ one: entityWord(project).one })
  ) : (
    <bdi className="strong">{of.name}</bdi>
  )
}

const Moves = ({ of }: { readonly of: Told }) => {
  const { zone } = useProject()
  return (
    <>
      {of.moves.length === 0 && <p>{words.devices.outcome.none}</p>}
      {of.moves.map(({ from, records, time_from, time_to, to }) => (
        <p key={`${from?.id} ${to?.id}`}>
          <Parts
            of={words.devices.outcome.moves<ReactNode>({
              count: records,
              records: <b className="num">{words.devices.outcome.records({ count: records })}</b>,
              period: words.devices.outcome.period({
                from: inZone(time_from, zone, "dayTime"),
                to: inZone(time_to, zone, "dayTime")
              }),
              from: <Wearer of={from} />,
              to: <Wearer of={to} />
            })}
          />
        </p>
      ))}
      {of.moves.length > 0 && (
        <p className="soft num">
          {of.events_judged > 0 &&
            words.devices.outcome.evaluated({ events: of.events_judged, rules: of.rules })}{" "}
          {words.devices.outcome.takes({ span: span(of.seconds) })}
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
  toast(words.devices.outcome.restored)
}

/** Outcome shows the effects of changed assignments. */
export const Outcome = ({ changes, id, onPutBack, saved }: OutcomeProps) => {
  const { project } = useProject()
  const { data, error, isPlaceholderData } = useQuery(effectOf(project.id, changes))
  const { act, busy } = useAct()
  const save = async () => {
    await changeWorn(project.id, id, changes)
    const records = data?.moves.reduce((sum, move) => sum + move.records, 0) ?? 0
    toast(words.devices.outcome.saved({ records }), "good", () => act(() => takeBack(project.id, id, saved)))
    onPutBack()
  }
  const moves = data !== undefined && error === null && data.moves.length > 0
  return (
    <div className={look["outcome"]} role="region" aria-label={words.devices.outcome.title}>
      <div className={look["says"]} role="status" data-old={isPlaceholderData}>
        {error === null ? (
          data === undefined ? (
            <p>{words.devices.outcome.checking}</p>
          ) : (
            <Moves of={data} />
          )
        ) : null}
        {error !== null && <p className={look["bad"]}>{sentenceOf(error)}</p>}
      </div>
      <div className={look["ways"]}>
        <button className="btn" onClick={onPutBack}>
          {words.devices.outcome.restore} <kbd>Z</kbd>
        </button>
        <button
          className="btn primary"
          disabled={busy || error !== null || data === undefined || isPlaceholderData}
          onClick={() => act(save)}
        >
          {moves ? words.devices.outcome.move : words.devices.outcome.save}
        </button>
      </div>
    </div>
  )
}
