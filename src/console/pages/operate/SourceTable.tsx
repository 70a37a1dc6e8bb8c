// The project's data sources: what each receives, and what was refused last.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { numberText } from "../../design/numbers.ts"
import { Section } from "../../design/Section.tsx"
import { type Source, sources } from "../../data/sources.ts"
import { Trouble, Waiting } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import { ownSources } from "../sources/ownSources.ts"
import { healthWord } from "../sources/words.ts"
import { Ago } from "../../time/Ago.tsx"
import look from "./sourceTable.module.css"

const LastError = ({ of }: { readonly of: Source }) => {
  const { may, project, zone } = useProject()
  if (of.last_error === null) return <span className="soft">{words.operate.sources.none}</span>
  const { at, code, detail, trace_id } = of.last_error
  const word = <code className="code">{code ?? words.operate.sources.refused}</code>
  return (
    <span title={detail ?? undefined}>
      {trace_id !== null && may("traces:read") ? (
        <Link
          className="link"
          to="/p/$slug/operate/traces/$trace"
          params={{ slug: project.slug, trace: trace_id }}
        >
          {word}
        </Link>
      ) : (
        word
      )}{" "}
      <Ago at={at} zone={zone} />
    </span>
  )
}

const SourceRow = ({ of }: { readonly of: Source }) => {
  const { zone } = useProject()
  return (
    <tr>
      <th scope="row">
        <span className={look["name"]}>
          <span className={look["dot"]} data-health={of.health} aria-hidden="true" />
          <span>
            <b>{of.name}</b>
            <span className="soft">
              {healthWord(of.health)} <code className="code">{of.adapter_key}</code>
            </span>
          </span>
        </span>
      </th>
      <td data-wrong={of.health === "failing"}>
        {of.last_record_at === null ? (
          <span className="soft">{words.operate.sources.none}</span>
        ) : (
          <Ago at={of.last_record_at} zone={zone} />
        )}
      </td>
      <td className="end">
        {of.rate_24h === null ? (
          <span className="soft" title={words.operate.sources.hiddenHint}>
            {words.operate.sources.hidden}
          </span>
        ) : (
          numberText(of.rate_24h)
        )}
      </td>
      <td>
        <LastError of={of} />
      </td>
    </tr>
  )
}

/** The table of data sources. */
export const SourceTable = () => {
  const { project } = useProject()
  const { data, error, refetch } = useQuery(sources)
  const own = ownSources(data ?? [], project.id)
  return (
    <Section
      title={words.operate.sources.title}
      about={words.operate.sources.about}
      acts={
        <Link className="link" to="/p/$slug/operate/sources" params={{ slug: project.slug }}>
          {words.operate.sources.all}
        </Link>
      }
    >
      {error !== null ? (
        <Trouble error={error} again={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting what={words.operate.sources.waiting} />
      ) : own.length === 0 ? (
        <p className={`soft ${look["none"]}`}>{words.operate.sources.empty}</p>
      ) : (
        <table className={`table ${look["sources"]}`}>
          <thead>
            <tr>
              <th scope="col">{words.operate.sources.head.source}</th>
              <th scope="col">{words.operate.sources.head.lastRecord}</th>
              <th scope="col" className="end">
                {words.operate.sources.head.in24Hours}
              </th>
              <th scope="col">{words.operate.sources.head.lastError}</th>
            </tr>
          </thead>
          <tbody>
            {own.map((one) => (
              <SourceRow key={one.id} of={one} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
