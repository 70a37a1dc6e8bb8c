// Issues that ended by themselves: solved, or not seen again.
import { useQuery } from "@tanstack/react-query"
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { Section } from "../../design/Section.tsx"
import { ENDED_HOURS, ended, type Matter } from "../../data/attention.ts"
import { Trouble, Waiting } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import { matterText } from "./matterText.ts"
import look from "./attention.module.css"

const EndedRow = ({ of }: { readonly of: Matter }) => {
  const { zone } = useProject()
  const at = of.ended_at ?? of.since
  return (
    <li className={look["ended"]}>
      <Icon name="check" size={15} />
      <span>
        {matterText(of.detail, of.detail_message)}{" "}
        <span className="faint num">
          {words.operate.ended.lasted({ span: span((Date.parse(at) - Date.parse(of.since)) / 1000) })}
        </span>
      </span>
      <time
        className="soft num"
        dateTime={at}
        title={words.operate.ended.endedAt({ time: inZone(at, zone, "full"), zone })}
      >
        {inZone(at, zone, "dayClock")}
      </time>
      <code className="code">{of.code}</code>
    </li>
  )
}

/** The list of recently ended issues. */
export const Ended = () => {
  const { project } = useProject()
  const { data, error, refetch } = useQuery(ended(project.id))
  return (
    <Section title={words.operate.ended.title} about={words.operate.ended.about({ hours: ENDED_HOURS })}>
      {error !== null ? (
        <Trouble error={error} again={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting what={words.operate.ended.waiting} />
      ) : data.length === 0 ? (
        <p className={`soft ${look["none"]}`}>{words.operate.ended.none}</p>
      ) : (
        <ul className={look["matters"]}>
          {data.map((one) => (
            <EndedRow key={`${one.id} ${one.ended_at}`} of={one} />
          ))}
        </ul>
      )}
    </Section>
  )
}
