// A key on the keyboard. Signs that the fonts lack are drawn, so that they appear on every machine.
import { words } from "../../../words/language.ts"

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

type KeyName = "left" | "right" | "up" | "down" | "enter" | "shift"

const drawn: Readonly<Record<string, readonly [name: KeyName, path: string]>> = {
  "←": ["left", "M19 12H5M11 6l-6 6 6 6"],
  "→": ["right", "M5 12h14M13 6l6 6-6 6"],
  "↑": ["up", "M12 19V5M6 11l6-6 6 6"],
  "↓": ["down", "M12 5v14M6 13l6 6 6-6"],
  "↵": ["enter", "M19 5v8H6M11 8l-5 5 5 5"],
  "⇧": ["shift", "M12 4l7 8h-4v7h-6v-7H5Z"]
}

interface KeyProps {
  /** a letter or an arrow; a leading `⌘` stands for the command key of this machine */
  readonly of: string
  readonly className?: string
}

/** Command is the modifier key: `⌘` on a Mac, else `Ctrl`. */
const Command = () => (isMac ? "⌘" : "Ctrl ")

/** Key shows a key. */
export const Key = ({ className, of }: KeyProps) => {
  const key = of.replace("⌘", ""),
    sign = drawn[key]
  return (
    <kbd className={className}>
      {key !== of && <Command />}
      {sign === undefined ? (
        key === "Space" ? (
          words.common.keyNames.space
        ) : (
          key
        )
      ) : (
        <svg
          viewBox="0 0 24 24"
          width="11"
          height="11"
          role="img"
          aria-label={words.common.keyNames[sign[0]]}
        >
          <path d={sign[1]} fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinejoin="round" />
        </svg>
      )}
    </kbd>
  )
}
