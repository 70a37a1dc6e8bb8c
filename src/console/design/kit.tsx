// Layout components of new pages: Main, Stack, Row, Toolbar, Card, Text, Definition and Meter; Table and States have
// files of their own. They take no class names: further styling belongs into the CSS module of the page, on its own
// elements.
import { type CSSProperties, Fragment, type ReactNode, useId } from "react"
import look from "./kit.module.css"

/** Gap is a step of the spacing scale, 2 to 32 px. */
type Gap = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** Tone is a semantic colour. */
type Tone = "soft" | "faint" | "good" | "late" | "bad"

interface BoxProps {
  /** space between the children; 4 (8 px) by default */
  readonly gap?: Gap
  /** the padding of a card's content */
  readonly pad?: boolean
  readonly children: ReactNode
}

const gapOf = (gap: Gap | undefined) =>
  gap === undefined ? {} : { style: { "--gap": `var(--gap-${gap})` } as CSSProperties }

/** flag returns the value of a boolean data attribute: present or absent. */
export const flag = (isOn: boolean | undefined): "" | undefined => (isOn === true ? "" : undefined)

/** Main is the scrolling part of a page below its head. */
export const Main = ({ children }: { readonly children: ReactNode }) => (
  <main className={look["main"]}>{children}</main>
)

/** Stack puts its children below each other. */
export const Stack = ({ children, gap, pad }: BoxProps) => (
  <div className={look["stack"]} {...gapOf(gap)} data-pad={flag(pad)}>
    {children}
  </div>
)

interface RowProps extends BoxProps {
  readonly align?: "start" | "end" | "baseline"
  /** does not wrap */
  readonly keep?: boolean
}

/** Row puts its children beside each other and wraps. */
export const Row = ({ align, children, gap, keep, pad }: RowProps) => (
  <div className={look["row"]} {...gapOf(gap)} data-align={align} data-keep={flag(keep)} data-pad={flag(pad)}>
    {children}
  </div>
)

/** Push moves its children to the end of a Row, Toolbar or head. */
export const Push = ({ children }: { readonly children: ReactNode }) => (
  <div className={look["push"]}>{children}</div>
)

/** Toolbar groups the filters and actions of the list below it. */
export const Toolbar = ({ children, label }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={look["toolbar"]} role="group" aria-label={label}>
    {children}
  </div>
)

interface CardProps {
  /** the heading; a card without one gives `label` where it fills */
  readonly title?: ReactNode
  /** content beside the heading */
  readonly beside?: ReactNode
  /** actions at the end of the head */
  readonly acts?: ReactNode
  /** takes the remaining height of the page and scrolls */
  readonly fill?: boolean
  readonly label?: string
  readonly foot?: ReactNode
  readonly tone?: "good" | "late" | "bad" | undefined
  readonly children?: ReactNode
}

/** Card is a panel with a border and an optional head and foot. */
export const Card = ({ acts, beside, children, fill, foot, label, title, tone }: CardProps) => {
  const id = useId()
  const name =
    title === undefined ? (label === undefined ? {} : { "aria-label": label }) : { "aria-labelledby": id }
  return (
    <section className={look["card"]} {...name} data-fill={flag(fill)} data-tone={tone}>
      {title !== undefined && (
        <header className={look["head"]}>
          <h2 id={id}>{title}</h2>
          {beside}
          {acts !== undefined && <Push>{acts}</Push>}
        </header>
      )}
      {fill === true ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys scroll it
        <div className={look["scroll"]} role="group" {...name} tabIndex={0}>
          {children}
        </div>
      ) : (
        children
      )}
      {foot !== undefined && <footer className={look["foot"]}>{foot}</footer>}
    </section>
  )
}

interface TextProps {
  readonly as?: "span" | "p" | "b" | "code" | "bdi"
  /** a step of the scale; 3 unless given */
  readonly size?: 1 | 2 | 4 | 6
  readonly tone?: Tone | undefined
  readonly strong?: boolean
  /** tabular figures */
  readonly num?: boolean
  readonly role?: "alert" | "status"
  readonly children: ReactNode
}

/** Text renders text in a size, tone and weight of the scale; `code` in the monospace font. */
export const Text = ({ as: As = "span", children, num, role, size, strong, tone }: TextProps) => (
  <As
    className={look["text"]}
    data-code={flag(As === "code")}
    data-size={size}
    data-tone={tone}
    data-strong={flag(strong === true || As === "b")}
    data-num={flag(num)}
    role={role}
  >
    {children}
  </As>
)

interface DefinitionProps {
  readonly of: ReadonlyArray<readonly [name: string, value: ReactNode]>
}

/** Definition lists names and values in two columns. */
export const Definition = ({ of }: DefinitionProps) => (
  <dl className={look["definition"]}>
    {of.map(([name, value]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
)

interface MeterProps {
  readonly label: string
  /** 0 to 100; more is drawn as 100 */
  readonly percent: number
  readonly tone?: "calm" | "late" | "bad" | undefined
  /** progress of work, or a share of a limit */
  readonly kind?: "progress" | "share"
  /** width in px; by default all available width */
  readonly wide?: number
}

/** Meter shows a percentage as a bar. */
export const Meter = ({ kind = "progress", label, percent, tone, wide }: MeterProps) => {
  const drawn = Math.min(100, Math.max(0, percent))
  return (
    <span
      className={look["meter"]}
      role={kind === "progress" ? "progressbar" : "meter"}
      aria-label={label}
      aria-valuenow={Math.round(drawn)}
      aria-valuemin={0}
      aria-valuemax={100}
      data-tone={tone}
      style={wide === undefined ? undefined : ({ "--wide": `${wide}px` } as CSSProperties)}
    >
      <i style={{ width: `${drawn}%` }} />
    </span>
  )
}

interface ChoiceProps {
  /** the accessible name */
  readonly label: string
  readonly of: ReadonlyArray<readonly [value: string, word: string]>
  readonly value: string
  readonly onChoose: (value: string) => void
  readonly disabled?: boolean
}

/** Choice is a select as wide as its options. */
export const Choice = ({ disabled, label, of, onChoose, value }: ChoiceProps) => (
  <span className={look["choice"]}>
    <select
      className="input"
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChoose(target.value)}
    >
      {of.map(([key, word]) => (
        <option key={key} value={key}>
          {word}
        </option>
      ))}
    </select>
  </span>
)
