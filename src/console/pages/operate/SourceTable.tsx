// The project's data sources: what each receives, and what was refused last.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { numberText } from "../../design/numbers.ts"
import { Section } from "../../design/Section.tsx"
import { type Source, sources } from "../../data/sources.ts"
import { type Counted, trafficCounts } from "../../data/traffic.ts"
import { Trouble, Waiting } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import { ownSources } from "../sources/ownSources.ts"
import { healthWord } from "../sources/words.ts"
import { Ago } from "../../time/Ago.tsx"
import { SourceSpark } from "./SourceSpark.tsx"
import look from "./sourceTable.module.css"

/** COUNTS_REFETCH_MS is how often the arrivals of a day are read again. */
const COUNTS_REFETCH_MS = 60_000

const LastError = ({ of }: { readonly of: Source }) => {
  const { may, project, zone } = useProject()
  if (of.last_error === null)
    return of.connection === null || of.connection.error === null ? (
      <span className="soft">{words.operate.sources.none}</span>
    ) : (
      <span>
        {of.connection.error} <Ago at={of.connection.since} zone={zone} />
      </span>
    )
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

interface SourceRowProps {
  readonly of: Source
  readonly counts: Counted["sources"][number] | undefined
}

const SourceRow = ({ counts, of }: SourceRowProps) => {
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
        {counts !== undefined && <SourceSpark of={counts} />}
      </td>
      <td>
        <LastError of={of} />
      </td>
    </tr>
  )
}

/** The table of data sources. */
export const SourceTable = () => {
  const { may, project } = useProject()
  const { data, error, refetch } = useQuery(sources)
  const { data: counted } = useQuery({
    ...trafficCounts(project.id, 24),
    enabled: may("traces:read"),
    refetchInterval: COUNTS_REFETCH_MS
  })
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
              <SourceRow key={one.id} of={one} counts={counted?.sources.find(({ id }) => id === one.id)} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
