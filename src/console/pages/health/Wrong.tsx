// The problems of the service, the worst first, each with a remedy.
import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { Severity } from "../../design/marks/Severity.tsx"
import type { SystemHealth } from "../../data/health.ts"
import look from "./health.module.css"
import { copyText } from "../../shell/clipboard.ts"
import { useProject } from "../../shell/useProject.ts"

/** Returns the command in a remedy. */
const commandOf = (remedy: string): string | undefined => /node src\/main\.ts \w+/.exec(remedy)?.[0]

const Command = ({ of }: { readonly of: string }) => (
  <button
    type="button"
    className="btn"
    aria-label={words.health.issues.copyCommand({ command: of })}
    onClick={() => copyText(of, words.health.issues.commandCopied)}
  >
    <Icon name="copy" size={13} /> <code className="mono">{of}</code>
  </button>
)

/** Wrong lists the problems of the service. */
export const Wrong = ({ of }: { readonly of: SystemHealth["attention"] }) => {
  const { project } = useProject()
  return of.length === 0 ? null : (
    <ul className={look["wrong"]} aria-label={words.health.issues.title}>
      {of.map(({ code, detail, remedy, severity, subject }) => {
        const command = commandOf(remedy)
        return (
          <li key={`${code} ${subject}`}>
            <Severity of={severity} />
            <div>
              <h2>{detail}</h2>
              <p className="soft">
                {remedy} <code className="code">{code}</code>
              </p>
            </div>
            {command !== undefined && <Command of={command} />}
            {code === "SOURCES_DISCONNECTED" && (
              <Link className="btn" to="/p/$slug/operate/sources" params={{ slug: project.slug }}>
                {words.operate.actions.openSources}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
