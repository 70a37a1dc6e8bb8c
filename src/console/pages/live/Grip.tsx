import { words } from "../../../words/language.ts"
import { beside, following, type SheetHeight } from "./sheet.ts"
import look from "./column.module.css"

interface GripProps {
  readonly height: SheetHeight
  readonly onHeight: (to: SheetHeight) => void
}

/** Grip is the handle of the sheet: dragged, pressed, or moved by arrow keys. */
export const Grip = ({ height, onHeight }: GripProps) => (
  <button
    className={look["grip"]}
    aria-label={words.live.sheet.height({ now: height, next: following(height) })}
    onClick={() => onHeight(following(height))}
    onKeyDown={(event) => {
      const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0
      if (by === 0) return
      event.preventDefault()
      onHeight(beside(height, by))
    }}
  />
)
