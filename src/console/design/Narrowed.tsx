// Filters of the address that no field of the page shows, each with a button that removes it.
import { Icon } from "./marks/Icon.tsx"

interface NarrowedProps<Member extends string> {
  readonly by: ReadonlyArray<readonly [member: Member, word: string]>
  readonly onDrop: (member: Member) => void
}

/** Narrowed shows the filters of the address. */
export const Narrowed = <Member extends string>({ by, onDrop }: NarrowedProps<Member>) =>
  by.map(([member, word]) => (
    <button
      key={member}
      className="chip on"
      onClick={() => onDrop(member)}
      aria-label={`${word}: show others too`}
    >
      {word} <Icon name="x" size={12} />
    </button>
  ))
