// The result of a connection test: its checks, each with what to do about it.
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import type { SourceTest } from "../../data/sources.ts"
import look from "./sources.module.css"

/** The result of a connection test. */
export const Tested = ({ of }: { readonly of: SourceTest }) => (
  <section className={look["tested"]} aria-label={words.sources.test.label} aria-live="polite">
    <p className="soft num">{words.sources.test.summary({ isOk: of.ok, ms: of.duration_ms })}</p>
    <ul>
      {of.checks.map(({ code, detail, name, ok, remedy }) => (
        <li key={`${name} ${code}`} data-ok={ok}>
          <Icon name={ok ? "check" : "x"} size={15} />
          <div>
            <p>
              <b>{words.sources.test.checks[name]}</b> {detail} <code className="mono faint">{code}</code>
            </p>
            {remedy !== null && <p className="soft">{remedy}</p>}
          </div>
        </li>
      ))}
    </ul>
  </section>
)
