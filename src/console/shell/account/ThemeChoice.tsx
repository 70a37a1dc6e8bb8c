// The choice of the theme: light, dark or that of the system. It applies at once, and on all devices of the user.
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { setTheme, type Theme, themes, themeOf } from "../../design/theme.ts"
import { changeMe } from "../../data/session.ts"
import { toast } from "../toasts.ts"

/** The choice of the theme. */
export const ThemeChoice = () => {
  const [theme, change] = useState(themeOf)
  const choose = (next: Theme) => {
    setTheme(next)
    change(next)
    changeMe({ preferences: { theme: next } }).catch((refused: unknown) => toast(sentenceOf(refused), "bad"))
  }
  return (
    <div className="segments">
      {themes.map((one) => (
        <button key={one} type="button" aria-pressed={one === theme} onClick={() => choose(one)}>
          {words.common.account.theme[one]}
        </button>
      ))}
    </div>
  )
}
