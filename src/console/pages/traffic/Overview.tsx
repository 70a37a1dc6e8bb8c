// Charts above the list: how many items arrived when, from which source, and with what delay.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { useWidth } from "../../charts/useWidth.ts"
import { numberText } from "../../design/numbers.ts"
import { type Counted, trafficCounts } from "../../data/traffic.ts"
import { Trouble, Waiting } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import { iso } from "../../time/iso.ts"
import { lasting } from "../../time/zoneTime.ts"
import { binnedOf, itemsOf } from "../../charts/traffic/binned.ts"
import { Bins } from "../../charts/traffic/Bins.tsx"
import look from "../../charts/traffic/chart.module.css"
import { Late } from "./Late.tsx"
import { momentOf } from "./words.ts"

const route = getRouteApi("/known/p/$slug/operate/traffic")

/** The spans to choose from: search parameter, label, hours. */
const SPANS = [
  [undefined, "3 h", 3],
  ["24h", "24 h", 24]
] as const

const lateText = (seconds: number): string =>
  seconds < 10 ? `${numberText(Math.round(seconds * 10) / 10)} s` : lasting(seconds)

const Chart = ({ of }: { readonly of: Counted }) => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [width, ref] = useWidth()
  const binned = binnedOf(of, search.source)
  const from = momentOf(search.from),
    to = momentOf(search.to)
  return (
    <>
      <p className={look["legend"]} aria-hidden="true">
        {binned.layers.map(({ name }, i) => (
          <span key={name}>
            <i data-shade={Math.min(i, 4)} /> <bdi>{name}</bdi>
          </span>
        ))}
        <span>
          <i data-shade="other" /> {words.traffic.chart.duplicates}
        </span>
        <span>
          <i data-shade="rejected" /> {words.traffic.chart.rejected}
        </span>
      </p>
      <div ref={ref} className={look["ground"]}>
        {width > 0 && (
          <Bins
            of={binned}
            width={width}
            chosen={from === undefined || to === undefined ? null : { from, to }}
            onChoose={(span) =>
              void navigate({
                search: ({ from: _from, sel: _sel, to: _to, ...rest }) =>
                  span === null ? rest : { ...rest, from: iso(span.from), to: iso(span.to) },
                replace: true
              })
            }
          />
        )}
      </div>
    </>
  )
}

const Sources = ({ of }: { readonly of: Counted }) => {
  const { project } = useProject()
  const navigate = route.useNavigate()
  const [width, ref] = useWidth()
  const text = words.traffic.bySource
  return (
    <section className={`panel ${look["how"]}`} aria-labelledby="how">
      <header className={look["head"]}>
        <h2 id="how">{text.title}</h2>
        <Link className="link" to="/p/$slug/operate/sources" params={{ slug: project.slug }}>
          {text.all}
        </Link>
      </header>
      <div className={look["table"]}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{text.source}</th>
              <th scope="col" className="end">
                {text.items}
              </th>
              <th scope="col" className="end">
                {text.within95}
              </th>
            </tr>
          </thead>
          <tbody>
            {of.sources.map((source) => (
              <tr key={source.id}>
                <th scope="row">
                  <button
                    className={look["source"]}
                    title={text.filter}
                    onClick={() =>
                      void navigate({ search: (old) => ({ ...old, source: source.id }), replace: true })
                    }
                  >
                    <bdi>{source.name}</bdi>
                  </button>
                </th>
                <td className="end" title={source.is_whole ? undefined : text.incomplete}>
                  {source.is_whole ? "" : "≥ "}
                  {numberText(itemsOf(source))}
                </td>
                <td className="end">{source.lag === null ? "–" : lateText(source.lag.p95)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {of.sources.length === 0 && <p className={`soft ${look["none"]}`}>{text.empty}</p>}
      </div>
      <header className={look["head"]}>
        <h2>{words.traffic.delay.title}</h2>
        <span className="soft">{words.traffic.delay.about}</span>
      </header>
      <div ref={ref}>{width > 0 && <Late of={of} width={width} />}</div>
    </section>
  )
}

/** The charts above the list. */
export const Overview = () => {
  const { project } = useProject()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [, word, hours] = SPANS.find(([key]) => key === search.last) ?? SPANS[0]
  const text = words.traffic.chart
  const { data, error, refetch } = useQuery(trafficCounts(project.id, hours))
  return (
    <>
      <section className={`panel ${look["chart"]}`} aria-labelledby="when">
        <header className={look["head"]}>
          <h2 id="when">{hours <= 3 ? text.byMinute : text.overDay}</h2>
          <span className="soft">{text.ofLast({ span: word })}</span>
          <span className={`segments ${look["spans"]}`} role="group" aria-label={text.howFar}>
            {SPANS.map(([key, name, many]) => (
              <button
                key={name}
                aria-pressed={many === hours}
                onClick={() =>
                  void navigate({
                    search: ({ from: _from, last: _last, to: _to, ...rest }) =>
                      key === undefined ? rest : { ...rest, last: key },
                    replace: true
                  })
                }
              >
                {name}
              </button>
            ))}
          </span>
        </header>
        {error !== null ? (
          <Trouble error={error} again={() => void refetch()} />
        ) : data === undefined ? (
          <Waiting what={text.what} />
        ) : (
          <Chart of={data} />
        )}
      </section>
      {data !== undefined && <Sources of={data} />}
    </>
  )
}
