// A search field that filters the list below it.
import { Icon } from "../marks/Icon.tsx"
import look from "./searchField.module.css"

interface SearchFieldProps {
  /** accessible name */
  readonly label: string
  readonly placeholder: string
  readonly text: string
  readonly onText: (text: string) => void
}

/** SearchField is a search field. */
export const SearchField = ({ label, onText, placeholder, text }: SearchFieldProps) => (
  <label className={look["search"]}>
    <Icon name="search" size={16} />
    <span className="hidden">{label}</span>
    <input
      placeholder={placeholder}
      maxLength={100}
      value={text}
      onChange={({ target }) => onText(target.value)}
    />
  </label>
)
