// Picker selects several of many records by name: chips for the selected ones, search results below.
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import { Row, Stack, Text } from "../../../design/kit.tsx"
import { Icon } from "../../../design/marks/Icon.tsx"
import { SearchField } from "../../../design/form/SearchField.tsx"
import look from "./newRun.module.css"

/** Pickable is a record that can be selected. */
interface Pickable {
  readonly id: string
  readonly name: string
  readonly detail?: string | undefined
}

interface PickerProps {
  /** the noun of what is searched: `animal`, `area` */
  readonly noun: { readonly one: string; readonly many: string }
  readonly all: ReadonlyArray<Pickable>
  readonly chosen: ReadonlyArray<string>
  /** why selected records are invalid, by id */
  readonly refused?: ReadonlyMap<string, string>
  readonly onChosen: (ids: ReadonlyArray<string>) => void
}

/** Search results that are shown. */
const MAX_RESULTS = 6
/** Chips that are shown. */
const MAX_CHIPS = 40

/** Picker selects records by name. */
export const Picker = ({ all, chosen, noun, onChosen, refused }: PickerProps) => {
  const [text, setText] = useState("")
  const wanted = text.trim().toLowerCase()
  const picked = new Set(chosen)
  const found =
    wanted === "" ? [] : all.filter(({ id, name }) => !picked.has(id) && name.toLowerCase().includes(wanted))
  const byId = new Map(all.map((one) => [one.id, one]))
  const add = (id: string) => {
    setText("")
    onChosen([...chosen, id])
  }
  return (
    <Stack gap={3}>
      {chosen.length > 0 && (
        <Row gap={3}>
          {chosen.slice(0, MAX_CHIPS).map((id) => {
            const one = byId.get(id)
            const reason = refused?.get(id)
            const name = one?.name ?? words.newAnalysis.picker.unknown
            return (
              <button
                key={id}
                type="button"
                className={`chip ${reason === undefined ? "on" : "bad"}`}
                title={reason}
                aria-label={words.newAnalysis.picker.takeOut({
                  name: one?.detail === undefined ? name : `${name} ${one.detail}`
                })}
                onClick={() => onChosen(chosen.filter((each) => each !== id))}
              >
                <bdi className={reason === undefined ? undefined : look["struck"]}>{name}</bdi>{" "}
                {one?.detail !== undefined && <span className="num">{one.detail}</span>}
                <Icon name="x" size={11} />
              </button>
            )
          })}
          {chosen.length > MAX_CHIPS && (
            <Text tone="soft">{words.newAnalysis.picker.more({ count: chosen.length - MAX_CHIPS })}</Text>
          )}
          <button type="button" className="link" onClick={() => onChosen([])}>
            {words.newAnalysis.picker.clear}
          </button>
        </Row>
      )}
      {chosen
        .filter((id) => refused?.has(id))
        .map((id) => (
          <Text key={id} as="p" size={2} tone="bad">
            {refused?.get(id)}
          </Text>
        ))}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- of the field in it */}
      <div
        onKeyDown={(event) => {
          const [first] = found
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey || first === undefined) return
          event.preventDefault()
          add(first.id)
        }}
      >
        <SearchField
          label={words.newAnalysis.picker.find(noun)}
          placeholder={words.newAnalysis.picker.placeholder(noun)}
          text={text}
          onText={setText}
        />
      </div>
      {wanted !== "" && (
        <ul className={look["found"]} aria-label={words.newAnalysis.picker.found(noun)}>
          {found.slice(0, MAX_RESULTS).map(({ detail, id, name }) => (
            <li key={id}>
              <button type="button" onClick={() => add(id)}>
                <bdi>{name}</bdi>
                {detail !== undefined && <Text tone="soft">{detail}</Text>}
              </button>
            </li>
          ))}
          {found.length === 0 && (
            <li>
              <Text tone="soft">{words.newAnalysis.picker.none(noun)}</Text>
            </li>
          )}
          {found.length > 1 && (
            <li>
              <button
                type="button"
                onClick={() => {
                  setText("")
                  onChosen([...chosen, ...found.map(({ id }) => id)])
                }}
              >
                <Text tone="good" strong>
                  {words.newAnalysis.picker.addAll({ count: found.length })}
                </Text>
              </button>
            </li>
          )}
        </ul>
      )}
    </Stack>
  )
}
