// The result of a connection test: its checks, each with what to do about it.
import { Icon } from "../../design/marks/Icon.tsx"
import type { SourceTest } from "../../data/sources.ts"
import look from "./sources.module.css"
import { checkName } from "./words.ts"

/** The result of a connection test. */
export const Tested = ({ of }: { readonly of: SourceTest }) => (
  <section className={look["tested"]} aria-label="What the test found" aria-live="polite">
    <p className="soft num">
      {of.ok ? "Nothing stands in the way" : "Something stands in the way"}, tested in {of.duration_ms} ms
    </p>
    <ul>
      {of.checks.map(({ code, detail, name, ok, remedy }) => (
        <li key={`${name} ${code}`} data-ok={ok}>
          <Icon name={ok ? "check" : "x"} size={15} />
          <div>
            <p>
              <b>{checkName(name)}</b> {detail} <code className="mono faint">{code}</code>
            </p>
            {remedy !== null && <p className="soft">{remedy}</p>}
          </div>
        </li>
      ))}
    </ul>
  </section>
)
