import { beside, following, type SheetHeight } from "./sheet.ts"
import look from "./column.module.css"

const WORDS: Readonly<Record<SheetHeight, string>> = { low: "low", half: "half", full: "full" }

interface GripProps {
  readonly height: SheetHeight
  readonly onHeight: (to: SheetHeight) => void
}

/** Grip is the handle of the sheet: dragged, pressed, or moved by arrow keys. */
export const Grip = ({ height, onHeight }: GripProps) => (
  <button
    className={look["grip"]}
    aria-label={`Height of the list: ${WORDS[height]}; press for ${WORDS[following(height)]}`}
    onClick={() => onHeight(following(height))}
    onKeyDown={(event) => {
      const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0
      if (by === 0) return
      event.preventDefault()
      onHeight(beside(height, by))
    }}
  />
)
