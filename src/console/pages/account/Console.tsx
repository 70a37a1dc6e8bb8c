// Preferences of the console that are stored on the server: theme, sound, single-letter commands. They hold wherever
// the user signs in.
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { CheckBox } from "../../design/form/TextField.tsx"
import { Section } from "../../design/Section.tsx"
import form from "../../design/section.module.css"
import { changeMe, type Me } from "../../data/session.ts"
import { chime } from "../../shell/chime.ts"
import { toast } from "../../shell/toasts.ts"
import { LanguageSelect } from "../../shell/account/LanguageSelect.tsx"
import { ThemeChoice } from "../../shell/account/ThemeChoice.tsx"

/** Console edits the user's preferences of the console. */
export const Console = ({ me: { preferences } }: { readonly me: Me }) => {
  const change = (to: Partial<Me["preferences"]>) =>
    void changeMe({ preferences: to }).catch((refused: unknown) => toast(sentenceOf(refused), "bad"))
  return (
    <Section title={words.account.console.title} about={words.account.console.about}>
      <div className={form["form"]}>
        <div className="field">
          {words.account.console.look}
          <div>
            <ThemeChoice />
          </div>
        </div>
        <LanguageSelect />
        <CheckBox
          label={words.account.console.sound}
          hint={words.account.console.soundHint}
          checked={preferences.sound}
          onChange={({ target }) => {
            if (target.checked) chime()
            change({ sound: target.checked })
          }}
        />
        <CheckBox
          label={words.account.console.singleKeys}
          hint={words.account.console.singleKeysHint}
          checked={preferences.single_keys}
          onChange={({ target }) => change({ single_keys: target.checked })}
        />
      </div>
    </Section>
  )
}
