// The tabs between rules and automations.
import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { useProject } from "../../shell/useProject.ts"
import look from "../../design/barTabs.module.css"

interface RulesTabsProps {
  /** counts of the lists, where they were read */
  readonly rules?: number | undefined
  readonly automations?: number | undefined
}

/** The tabs between rules and automations. */
export const RulesTabs = ({ automations, rules }: RulesTabsProps) => {
  const params = { slug: useProject().project.slug }
  return (
    <nav className={`tabs ${look["tabs"]}`} aria-label={words.rules.tabs.label}>
      <Link to="/p/$slug/rules" params={params} activeOptions={{ exact: true, includeSearch: false }}>
        {words.rules.tabs.rules}
        {rules !== undefined && <span className="num">{rules}</span>}
      </Link>
      <Link to="/p/$slug/automations" params={params} activeOptions={{ includeSearch: false }}>
        {words.rules.tabs.automations}
        {automations !== undefined && <span className="num">{automations}</span>}
      </Link>
    </nav>
  )
}
