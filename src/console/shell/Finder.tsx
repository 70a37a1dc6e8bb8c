// A field in which something is looked for, with its sign.
import { Icon } from "../look/Icon.tsx"
import look from "./finder.module.css"

interface FinderProps {
  /** what is found by it, for whoever does not see the hint */
  readonly label: string
  readonly text: string
  readonly onText: (text: string) => void
  /** the hint */
  readonly children: string
}

export const Finder = ({ children, label, onText, text }: FinderProps) => (
  <label className={look["finder"]}>
    <Icon name="search" size={16} />
    <span className="hidden">{label}</span>
    <input placeholder={children} value={text} onChange={({ target }) => onText(target.value)} />
  </label>
)
