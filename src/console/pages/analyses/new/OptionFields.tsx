// The options of an analysis, built from the JSON Schema of its module; changed options are marked.
import { useId, useState } from "react"
import { words } from "../../../../words/language.ts"
import { Choice, Row, Stack, Text } from "../../../design/kit.tsx"
import { Icon } from "../../../design/marks/Icon.tsx"
import { type FormModule, propertiesOf } from "./draft.ts"
import { type HeldAttribute, heldText } from "./heldAttributes.ts"
import { isNumber, labelled, type Property, standardText } from "./optionProperty.ts"
import look from "./newRun.module.css"

type Options = Readonly<Record<string, unknown>>

interface FieldProps {
  readonly id: string
  readonly property: Property
  /** undefined: the default of the module */
  readonly value: unknown
  /** numeric attributes of the selected subjects */
  readonly attributes: ReadonlyArray<HeldAttribute>
  readonly onValue: (value: unknown) => void
}

const NumberOption = ({ id, onValue, property, value }: FieldProps) => {
  const standard = property.default
  const current = value === undefined ? standard : value
  const written = typeof current === "number" ? String(current) : ""
  const [text, setText] = useState(written)
  const [shown, setShown] = useState(written)
  // a preset or another module changed the value from outside
  if (shown !== written && Number(text) !== current) {
    setShown(written)
    setText(written)
  }
  const type = (typed: string) => {
    setText(typed)
    const number = typed.trim() === "" ? undefined : Number(typed)
    if (number !== undefined && !Number.isFinite(number)) return
    setShown(number === undefined ? "" : String(number))
    onValue(number === standard ? undefined : number)
  }
  const unit = property["x-unit"]
  return (
    <Row gap={3} keep>
      <span className={look["number"]}>
        <input
          id={id}
          className="input num"
          inputMode="decimal"
          value={text}
          placeholder={standard === null ? words.newAnalysis.options.auto : undefined}
          onChange={({ target }) => type(target.value)}
        />
      </span>
      <span className={look["unit"]}>
        <Text size={2} tone="soft">
          {unit}
        </Text>
      </span>
    </Row>
  )
}

const ListOption = ({ onValue, property, value }: FieldProps) => {
  const all = property.items?.enum ?? []
  const chosen = Array.isArray(value) ? value : all
  const toggle = (one: string) => {
    const next = all.filter((each) => (each === one) !== chosen.includes(each))
    onValue(next.length === all.length ? undefined : next)
  }
  return (
    <Row gap={3}>
      {all.map((one) => (
        <button
          key={one}
          type="button"
          className={`chip ${chosen.includes(one) ? "on" : ""}`}
          aria-pressed={chosen.includes(one)}
          onClick={() => toggle(one)}
        >
          {chosen.includes(one) && <Icon name="check" size={12} />}
          {property["x-labels"]?.[one] ?? one}
        </button>
      ))}
    </Row>
  )
}

const Input = (props: FieldProps) => {
  const { attributes, id, onValue, property, value } = props
  if (property.items !== undefined) return <ListOption {...props} />
  if (property.enum !== undefined)
    return (
      <Choice
        label={property.title ?? id}
        of={property.enum.map((one) => [one, property["x-labels"]?.[one] ?? one] as const)}
        value={String(value ?? property.default)}
        onChoose={(next) => onValue(next === property.default ? undefined : next)}
      />
    )
  if (isNumber(property)) return <NumberOption {...props} />
  const list = property["x-attribute"] === true ? `${id}-attributes` : undefined
  return (
    <>
      <input
        id={id}
        className="input"
        list={list}
        value={typeof value === "string" ? value : ""}
        onChange={({ target }) => onValue(target.value === "" ? undefined : target.value)}
      />
      {list !== undefined && (
        <datalist id={list}>
          {attributes.map((one) => (
            <option key={one.key} value={one.key} label={heldText(one)} />
          ))}
        </datalist>
      )}
    </>
  )
}

/** Presets are named values as buttons. */
const Presets = ({ onValue, property, value }: Omit<FieldProps, "id" | "attributes">) => {
  const current = value === undefined ? property.default : value
  return (
    <Row gap={3}>
      {property["x-presets"]?.map((preset) => (
        <button
          key={preset.label}
          type="button"
          className={`chip ${current === preset.value ? "on" : ""}`}
          aria-pressed={current === preset.value}
          onClick={() => onValue(current === preset.value ? undefined : preset.value)}
        >
          {preset.label} {preset.value}
        </button>
      ))}
    </Row>
  )
}

interface OptionProps extends Omit<FieldProps, "id"> {
  readonly mistake: string | undefined
}

const Option = ({ attributes, mistake, onValue, property, value }: OptionProps) => {
  const id = useId()
  const isChanged = value !== undefined
  const held = attributes.find(({ key }) => property["x-attribute"] === true && key === value)
  const said = mistake ?? (isChanged ? property["x-warning"]?.text : property["x-automatic"])
  return (
    <div className={look["option"]} data-words={isNumber(property) ? undefined : ""}>
      <label htmlFor={id} title={property.description}>
        {property.title}
      </label>
      <Input id={id} attributes={attributes} property={property} value={value} onValue={onValue} />
      <span className={look["mark"]}>
        <Text size={2} tone={isChanged ? "good" : "soft"} strong={isChanged}>
          {held !== undefined
            ? words.newAnalysis.options.haveIt({ count: held.holders, of: held.of })
            : isChanged
              ? words.newAnalysis.options.defaultOf({ value: standardText(property) })
              : words.newAnalysis.options.isDefault}
        </Text>
      </span>
      {(property["x-presets"] !== undefined || said !== undefined) && (
        <span className={look["said"]}>
          {property["x-presets"] !== undefined && (
            <Presets property={property} value={value} onValue={onValue} />
          )}
          {said !== undefined && (
            <Text
              size={2}
              tone={mistake === undefined ? "soft" : "bad"}
              {...(mistake === undefined ? {} : { role: "alert" as const })}
            >
              {said}
            </Text>
          )}
        </span>
      )}
    </div>
  )
}

/** isNeeded tells whether an option applies, given the values of others. */
const isNeeded = (property: Property, options: Options, all: Readonly<Record<string, Property>>): boolean =>
  Object.entries(property["x-needed-when"] ?? {}).every(([other, values]) =>
    values.includes(options[other] ?? all[other]?.default)
  )

interface OptionFieldsProps extends Pick<FieldProps, "attributes"> {
  readonly module: FormModule
  readonly options: Options
  /** by JSON Pointer */
  readonly mistakes: ReadonlyMap<string, string>
  readonly onOptions: (options: Options) => void
}

/** OptionFields edits the options of a module. */
export const OptionFields = ({ attributes, mistakes, module, onOptions, options }: OptionFieldsProps) => {
  // the schema comes from the server
  const properties = propertiesOf(module) as Readonly<Record<string, Property>>
  return (
    <Stack gap={1}>
      {Object.entries(properties)
        .filter(([, property]) => isNeeded(property, options, properties))
        .map(([name, property]) => (
          <Option
            key={`${module.key} ${name}`}
            attributes={attributes}
            property={labelled(property)}
            value={options[name]}
            mistake={mistakes.get(`/${name}`)}
            onValue={(value) => {
              const { [name]: _, ...rest } = options
              onOptions(value === undefined ? rest : { ...rest, [name]: value })
            }}
          />
        ))}
    </Stack>
  )
}
