// Earlier corrections of a device; each can be undone.
import { useQuery } from "@tanstack/react-query"
import { sentenceOf } from "../../data/api/Refused.ts"
import aside from "../../design/aside.module.css"
import { type Curation, curationsOf, takeBack } from "../../data/fixes.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { toast } from "../../shell/toasts.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import look from "./fixes.module.css"
import { wordsOf } from "./words.ts"

const Row = ({ of }: { readonly of: Curation }) => {
  const { may, project, zone } = useProject()
  const gone = of.reverted_at !== null
  const back = () =>
    void takeBack(project.id, of.id).then(
      () => toast(`Taken back: ${wordsOf(of)}.`),
      (refused: unknown) => toast(sentenceOf(refused), "bad")
    )
  return (
    <li data-gone={gone}>
      <b>{wordsOf(of)}</b>
      {gone ? (
        <span className="soft">taken back {inZone(of.reverted_at ?? "", zone, "day")}</span>
      ) : (
        may("data:curate") && (
          <button className="link" onClick={back} aria-label={`Take back: ${wordsOf(of)}, ${of.reason}`}>
            Take back
          </button>
        )
      )}
      <q className="soft">{of.reason}</q>
      <span className="soft">
        {of.actor.name ?? "somebody"}, {inZone(of.created_at, zone, "dayTime")}
      </span>
    </li>
  )
}

/** Corrections lists the earlier corrections of a device. */
export const Corrections = ({ device }: { readonly device: string }) => {
  const { may, project } = useProject()
  const { data = [], error } = useQuery(curationsOf(project.id, device))
  const back = data.filter(({ reverted_at }) => reverted_at !== null).length
  return (
    <section className={aside["section"]} aria-label="Corrections of this device">
      <header className={aside["head"]}>
        <b>Corrections of this device</b>
        <span>
          {data.length === 0 ? "none" : data.length}
          {back > 0 && `, ${back} taken back`}
        </span>
      </header>
      {error !== null && <p className={look["said"]}>{sentenceOf(error)}</p>}
      {data.length > back && !may("data:curate") && (
        <p className={look["said"]}>
          <MissingPermission what="Taking one back" permission="data:curate" />
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
