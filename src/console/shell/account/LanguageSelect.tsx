// The choice of the language. It holds on all devices of the user.
import { languages, words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { changeMe } from "../../data/session.ts"
import { chooseLanguage, type LanguageChoice, languageChoice } from "../../design/language.ts"
import { toast } from "../toasts.ts"

const BROWSER = "browser"

/** LanguageSelect chooses the language of the console. */
export const LanguageSelect = () => {
  const choose = async (value: string) => {
    const choice = value === BROWSER ? null : (value as LanguageChoice)
    try {
      await changeMe({ preferences: { language: choice } })
      chooseLanguage(choice)
    } catch (refused) {
      toast(sentenceOf(refused), "bad")
    }
  }
  return (
    <label className="field">
      {words.common.language}
      <select
        className="input"
        defaultValue={languageChoice() ?? BROWSER}
        onChange={({ target }) => void choose(target.value)}
      >
        <option value={BROWSER}>{words.common.languageOfBrowser}</option>
        {Object.entries(languages).map(([code, { name }]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
