// What narrows the list of rules: a text, a state, an animal that they are about.
import { Icon } from "../look/Icon.tsx"
import type { ListedRule } from "../queries/rules.ts"
import { Covering } from "./Covering.tsx"
import { type View, VIEWS, views } from "./views.ts"
import look from "./tools.module.css"

interface ToolsProps {
  /** those that a text and an animal leave */
  readonly of: ReadonlyArray<ListedRule>
  readonly text: string
  readonly onText: (text: string) => void
  readonly view: View
  readonly onView: (view: View) => void
  readonly entity: string | undefined
  readonly onEntity: (entity: string | undefined) => void
}

export const Tools = ({ entity, of, onEntity, onText, onView, text, view }: ToolsProps) => (
  <div className={look["tools"]}>
    <label className={look["search"]}>
      <Icon name="search" size={16} />
      <span className="hidden">Find a rule, a metric, a fence</span>
      <input
        placeholder="Rule, metric, fence"
        maxLength={100}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
    </label>
    {views.map((one) => (
      <button
        key={one}
        type="button"
        className="btn small"
        aria-pressed={one === view}
        onClick={() => onView(one)}
      >
        {VIEWS[one].name} <span className="num">{of.filter(VIEWS[one].has).length}</span>
      </button>
    ))}
    <Covering key={entity ?? ""} value={entity} onChange={onEntity} />
  </div>
)
