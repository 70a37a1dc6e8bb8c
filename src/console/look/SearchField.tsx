// A field that narrows what is listed below it.
import { Icon } from "./Icon.tsx"
import look from "./searchField.module.css"

interface SearchFieldProps {
  /** what it looks for, for readers of screens */
  readonly label: string
  readonly placeholder: string
  readonly text: string
  readonly onText: (text: string) => void
}

export const SearchField = ({ label, onText, placeholder, text }: SearchFieldProps) => (
  <label className={look["search"]}>
    <Icon name="search" size={16} />
    <span className="hidden">{label}</span>
    <input placeholder={placeholder} value={text} onChange={({ target }) => onText(target.value)} />
  </label>
)
