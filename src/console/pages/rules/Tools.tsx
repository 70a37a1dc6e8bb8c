// Filters of the list of rules: a text, a state, an animal.
import { words } from "../../../words/language.ts"
import { SearchField } from "../../design/form/SearchField.tsx"
import type { ListedRule } from "../../data/rules.ts"
import { Covering } from "./Covering.tsx"
import { type View, VIEWS, views } from "./views.ts"
import look from "./tools.module.css"

interface ToolsProps {
  /** rules that match the text and the animal; null: the archived ones are shown */
  readonly of: ReadonlyArray<ListedRule> | null
  readonly text: string
  readonly onText: (text: string) => void
  readonly view: View
  readonly onView: (view: View) => void
  readonly entity: string | undefined
  readonly onEntity: (entity: string | undefined) => void
}

/** The filters of the list of rules. */
export const Tools = ({ entity, of, onEntity, onText, onView, text, view }: ToolsProps) => (
  <div className={look["tools"]}>
    <SearchField
      label={words.rules.filter.find}
      placeholder={words.rules.filter.placeholder}
      text={text}
      onText={onText}
    />
    {views.map((one) => (
      <button
        key={one}
        type="button"
        className="btn small"
        aria-pressed={one === view}
        onClick={() => onView(one)}
      >
        {words.rules.views[one]}
        {of !== null && one !== "archived" && (
          <>
            {" "}
            <span className="num">{of.filter(VIEWS[one]).length}</span>
          </>
        )}
      </button>
    ))}
    <Covering key={entity ?? ""} value={entity} onChange={onEntity} />
  </div>
)
