// A form that changes the password; the server then ends all other sessions of the user.
import { useRef } from "react"
import { words } from "../../../words/language.ts"
import { Refused, sentenceOf } from "../../data/api/Refused.ts"
import { TextField } from "../../design/form/TextField.tsx"
import { Section } from "../../design/Section.tsx"
import form from "../../design/section.module.css"
import { changePassword } from "../../data/account.ts"
import { formText } from "../../design/form/formText.ts"
import { toast } from "../../shell/toasts.ts"
import { useForm } from "../../design/form/useForm.ts"

const sayWhy = (error: unknown): string =>
  error instanceof Refused && error.retryAfter !== null
    ? words.common.refused.retryIn({ why: sentenceOf(error), seconds: Math.ceil(error.retryAfter) })
    : sentenceOf(error)

/** PasswordForm changes the password of the signed-in user. */
export const PasswordForm = ({ email }: { readonly email: string }) => {
  const element = useRef<HTMLFormElement>(null)
  const { busy, error, mistakes, onSubmit } = useForm(async (data) => {
    await changePassword(formText(data, "current"), formText(data, "new"))
    element.current?.reset()
    toast(words.account.password.changed)
  })
  return (
    <Section title={words.account.password.title} about={words.account.password.about}>
      <form ref={element} className={form["form"]} onSubmit={onSubmit}>
        <input hidden readOnly name="username" autoComplete="username" value={email} />
        <div className={form["two"]}>
          <TextField
            label={words.account.password.current}
            name="current"
            type="password"
            autoComplete="current-password"
            required
            mistake={mistakes.get("/current")}
          />
          <TextField
            label={words.account.password.next}
            name="new"
            type="password"
            autoComplete="new-password"
            minLength={8}
            required
            mistake={mistakes.get("/new")}
          />
        </div>
        <div className={form["foot"]}>
          <button className="btn" disabled={busy}>
            {busy ? words.account.password.changing : words.account.password.change}
          </button>
          <span role="alert" className={form["bad"]}>
            {error !== null && mistakes.size === 0 && sayWhy(error)}
          </span>
        </div>
      </form>
    </Section>
  )
}
