// Filters rules by one animal: the user types its name and picks it from the suggestions.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useDeferredValue, useState } from "react"
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { animal, animals } from "../../data/animals.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import look from "./tools.module.css"

interface CoveringProps {
  /** the animal's id */
  readonly value: string | undefined
  readonly onChange: (entity: string | undefined) => void
}

const Chosen = ({ id, onLeave }: { readonly id: string; readonly onLeave: () => void }) => {
  const { project } = useProject()
  const { data, error } = useQuery(animal(project.id, id))
  return (
    <span className={look["chosen"]}>
      {/* an animal that was removed, or that the user may not see, has no name */}
      <bdi>{data?.name ?? (error === null ? "…" : words.rules.filter.unknown)}</bdi>
      <button type="button" aria-label={words.rules.filter.remove} onClick={onLeave}>
        <Icon name="x" size={13} />
      </button>
    </span>
  )
}

const Choice = ({ onChange }: Pick<CoveringProps, "onChange">) => {
  const { project } = useProject()
  const [name, setName] = useState("")
  const q = useDeferredValue(name.trim())
  const { data } = useInfiniteQuery({
    ...animals(project.id, { sort: "name", ...(q === "" ? {} : { q }) }),
    refetchInterval: false
  })
  // suggestions are one page; more letters find the others
  const offered = data?.pages[0]?.items ?? []
  const take = (text: string) => {
    setName(text)
    const taken = offered.find((one) => one.name === text)
    if (taken !== undefined) onChange(taken.id)
  }
  return (
    <label className={look["covering"]}>
      <span className="soft">{words.rules.filter.covering}</span>
      <input
        className="input"
        list="rules-about"
        placeholder={words.rules.filter.any({ entity: entityWord(project).one })}
        value={name}
        onChange={({ target }) => take(target.value)}
      />
      <datalist id="rules-about">
        {offered.map((one) => (
          <option key={one.id} value={one.name} />
        ))}
      </datalist>
    </label>
  )
}

/** The filter by one animal. */
export const Covering = ({ onChange, value }: CoveringProps) =>
  value === undefined ? (
    <Choice onChange={onChange} />
  ) : (
    <span className={look["covering"]}>
      <span className="soft">{words.rules.filter.covering}</span>
      <Chosen id={value} onLeave={() => onChange(undefined)} />
    </span>
  )
