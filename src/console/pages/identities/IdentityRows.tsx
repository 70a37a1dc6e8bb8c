// The fields of each single identity: name of the device, and the animal that wears it.
import { useInfiniteQuery } from "@tanstack/react-query"
import { useDeferredValue, useId } from "react"
import { words } from "../../../words/language.ts"
import { animals } from "../../data/animals.ts"
import type { Identity } from "../../data/identities.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import look from "./identities.module.css"
import type { Single } from "./singles.ts"

interface RowProps {
  readonly of: Identity
  readonly single: Single
  readonly mistake: string | undefined
  /** the device is assigned to an existing animal */
  readonly onExisting: boolean
  readonly onSingle: (single: Single) => void
}

const Row = ({ mistake, of: identity, onExisting, onSingle, single }: RowProps) => {
  const { project } = useProject()
  const list = useId()
  const word = entityWord(project)
  const q = useDeferredValue(single.wearer.trim())
  const { data } = useInfiniteQuery({
    ...animals(project.id, { sort: "name", ...(q === "" ? {} : { q }) }),
    enabled: onExisting,
    refetchInterval: false
  })
  const offered = data?.pages[0]?.items ?? []
  return (
    <li>
      <code className="mono">{identity.external_id}</code>
      <input
        className="input"
        aria-label={words.identities.each.name({ id: identity.external_id })}
        maxLength={200}
        placeholder={identity.device_name ?? identity.external_id}
        value={single.name}
        onChange={({ target }) => onSingle({ ...single, name: target.value })}
      />
      {onExisting && (
        <>
          <input
            className="input"
            aria-label={words.identities.each.wearerOf({ one: word.one, id: identity.external_id })}
            placeholder={words.identities.each.wearer({ one: word.one })}
            list={list}
            required
            value={single.wearer}
            onChange={({ target }) =>
              onSingle({
                ...single,
                wearer: target.value,
                entityId: offered.find(({ name }) => name === target.value.trim())?.id ?? null
              })
            }
          />
          <datalist id={list}>
            {offered.map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
        </>
      )}
      {mistake !== undefined && (
        <p role="alert" className={look["mistake"]}>
          {mistake}
        </p>
      )}
    </li>
  )
}

interface RowsProps {
  readonly of: ReadonlyArray<Identity>
  readonly singles: ReadonlyMap<string, Single>
  readonly mistakeOf: (id: string) => string | undefined
  readonly onExisting: boolean
  readonly onSingle: (id: string, single: Single) => void
}

/** IdentityRows edits the fields of single identities. */
export const IdentityRows = ({ mistakeOf, of, onExisting, onSingle, singles }: RowsProps) => (
  <ul className={look["singles"]} aria-label={words.identities.each.title}>
    {of.map((identity) => (
      <Row
        key={identity.id}
        of={identity}
        single={singles.get(identity.id) ?? { name: "", wearer: "", entityId: null }}
        mistake={mistakeOf(identity.id)}
        onExisting={onExisting}
        onSingle={(single) => onSingle(identity.id, single)}
      />
    ))}
  </ul>
)
