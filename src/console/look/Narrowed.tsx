// What the address narrows a list by and no field of the page shows: each with the way out of it.
import { Icon } from "./Icon.tsx"

interface NarrowedProps<Member extends string> {
  readonly by: ReadonlyArray<readonly [member: Member, word: string]>
  readonly onDrop: (member: Member) => void
}

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
