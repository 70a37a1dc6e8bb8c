// Filters of the address that no field of the page shows, each with a button that removes it.
import { words } from "../../words/language.ts"
import { Icon } from "./marks/Icon.tsx"

interface ActiveFiltersProps<Member extends string> {
  readonly by: ReadonlyArray<readonly [member: Member, word: string]>
  readonly onDrop: (member: Member) => void
}

/** ActiveFilters shows the filters of the address. */
export const ActiveFilters = <Member extends string>({ by, onDrop }: ActiveFiltersProps<Member>) =>
  by.map(([member, word]) => (
    <button
      key={member}
      className="chip on"
      onClick={() => onDrop(member)}
      aria-label={words.common.table.dropFilter({ filter: word })}
    >
      {word} <Icon name="x" size={12} />
    </button>
  ))
