// Earlier corrections of a device; each can be undone.
import { useQuery } from "@tanstack/react-query"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import aside from "../../design/aside.module.css"
import { type Curation, curationsOf, takeBack } from "../../data/fixes.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { toast } from "../../shell/toasts.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import look from "./fixes.module.css"
import { doneText } from "./correctionText.ts"

const Row = ({ of }: { readonly of: Curation }) => {
  const { may, project, zone } = useProject()
  const gone = of.reverted_at !== null
  const back = () =>
    void takeBack(project.id, of.id).then(
      () => toast(words.fixes.undone({ done: doneText(of) })),
      (refused: unknown) => toast(sentenceOf(refused), "bad")
    )
  return (
    <li data-gone={gone}>
      <b>{doneText(of)}</b>
      {gone ? (
        <span className="soft">
          {words.fixes.corrections.undoneOn({ day: inZone(of.reverted_at ?? "", zone, "day") })}
        </span>
      ) : (
        may("data:curate") && (
          <button
            className="link"
            onClick={back}
            aria-label={words.fixes.corrections.undoOne({ done: doneText(of), reason: of.reason })}
          >
            {words.fixes.corrections.undo}
          </button>
        )
      )}
      <q className="soft">{of.reason}</q>
      <span className="soft">
        {words.fixes.corrections.by({
          who: of.actor.name,
          time: inZone(of.created_at, zone, "dayTime")
        })}
      </span>
    </li>
  )
}

/** Corrections lists the earlier corrections of a device. */
export const Corrections = ({ device }: { readonly device: string }) => {
  const { may, project } = useProject()
  const { data = [], error } = useQuery(curationsOf(project.id, device))
  const undone = data.filter(({ reverted_at }) => reverted_at !== null).length
  return (
    <section className={aside["section"]} aria-label={words.fixes.corrections.title}>
      <header className={aside["head"]}>
        <b>{words.fixes.corrections.title}</b>
        <span>
          {data.length === 0
            ? words.fixes.corrections.none
            : words.fixes.corrections.count({ all: data.length, undone })}
        </span>
      </header>
      {error !== null && <p className={look["said"]}>{sentenceOf(error)}</p>}
      {data.length > undone && !may("data:curate") && (
        <p className={look["said"]}>
          <MissingPermission what={words.fixes.corrections.undoing} permission="data:curate" />
        </p>
      )}
      <ul className={look["corrections"]}>
        {data.map((one) => (
          <Row key={one.id} of={one} />
        ))}
      </ul>
    </section>
  )
}
