// The options of an analysis, made of the JSON Schema of its module: what is set differently is marked.
import { useId, useState } from "react"
import { Choice, Row, Stack, Text } from "../../design/kit.tsx"
import { Icon } from "../../look/Icon.tsx"
import { exactText } from "../../look/numbers.ts"
import { type FormModule, propertiesOf } from "./draft.ts"
import look from "./newRun.module.css"

/** An option as the catalogue has it. */
interface Property {
  readonly type?: string
  readonly enum?: ReadonlyArray<string>
  readonly items?: { readonly enum?: ReadonlyArray<string> }
  readonly anyOf?: ReadonlyArray<{ readonly type?: string }>
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly "x-unit"?: string
  readonly "x-automatic"?: string
  readonly "x-presets"?: ReadonlyArray<{ readonly label: string; readonly value: number }>
  readonly "x-labels"?: Readonly<Record<string, string>>
  readonly "x-needed-when"?: Readonly<Record<string, ReadonlyArray<unknown>>>
  readonly "x-warning"?: { readonly text: string }
}

type Options = Readonly<Record<string, unknown>>

interface FieldProps {
  readonly id: string
  readonly property: Property
  /** undefined: as the module has it */
  readonly value: unknown
  readonly onValue: (value: unknown) => void
}

const isNumber = ({ anyOf, type }: Property): boolean =>
  [type, ...(anyOf ?? []).map((one) => one.type)].some((one) => one === "number" || one === "integer")

const NumberOption = ({ id, onValue, property, value }: FieldProps) => {
  const standard = property.default
  const current = value === undefined ? standard : value
  const written = typeof current === "number" ? String(current) : ""
  const [text, setText] = useState(written)
  const [shown, setShown] = useState(written)
  // a preset or another module sets it from outside
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
          placeholder={standard === null ? "auto" : undefined}
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
  const { id, onValue, property, value } = props
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
  return (
    <input
      id={id}
      className="input"
      value={typeof value === "string" ? value : ""}
      onChange={({ target }) => onValue(target.value === "" ? undefined : target.value)}
    />
  )
}

/** Presets are values with a name, to choose with one press. */
const Presets = ({ onValue, property, value }: Omit<FieldProps, "id">) => {
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

const standardText = ({
  default: standard,
  "x-automatic": automatic,
  "x-labels": labels
}: Property): string =>
  typeof standard === "number"
    ? exactText(standard)
    : typeof standard === "string"
      ? (labels?.[standard] ?? standard)
      : Array.isArray(standard)
        ? "all"
        : automatic === undefined
          ? "none"
          : "automatic"

interface OptionProps extends Omit<FieldProps, "id"> {
  readonly mistake: string | undefined
}

const Option = ({ mistake, onValue, property, value }: OptionProps) => {
  const id = useId()
  const isChanged = value !== undefined
  const said = mistake ?? (isChanged ? property["x-warning"]?.text : property["x-automatic"])
  return (
    <div className={look["option"]} data-words={isNumber(property) ? undefined : ""}>
      <label htmlFor={id} title={property.description}>
        {property.title}
      </label>
      <Input id={id} property={property} value={value} onValue={onValue} />
      <span className={look["mark"]}>
        <Text size={2} tone={isChanged ? "good" : "soft"} strong={isChanged}>
          {isChanged ? `default ${standardText(property)}` : "default"}
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

/** isNeeded says whether an option counts, by the values of others. */
const isNeeded = (property: Property, options: Options, all: Readonly<Record<string, Property>>): boolean =>
  Object.entries(property["x-needed-when"] ?? {}).every(([other, values]) =>
    values.includes(options[other] ?? all[other]?.default)
  )

interface OptionFieldsProps {
  readonly module: FormModule
  readonly options: Options
  /** by JSON Pointer */
  readonly mistakes: ReadonlyMap<string, string>
  readonly onOptions: (options: Options) => void
}

export const OptionFields = ({ mistakes, module, onOptions, options }: OptionFieldsProps) => {
  // the server made them
  const properties = propertiesOf(module) as Readonly<Record<string, Property>>
  return (
    <Stack gap={1}>
      {Object.entries(properties)
        .filter(([, property]) => isNeeded(property, options, properties))
        .map(([name, property]) => (
          <Option
            key={`${module.key} ${name}`}
            property={property}
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
