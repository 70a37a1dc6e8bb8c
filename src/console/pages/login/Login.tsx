// The login page. The session is an HttpOnly cookie; only the user's data is kept here.
import { getRouteApi, useRouter } from "@tanstack/react-router"
import { lazy, type ReactNode, Suspense, useActionState, useState } from "react"
import { words } from "../../../words/language.ts"
import { Refused, sentenceOf } from "../../data/api/Refused.ts"
import { signIn } from "../../data/session.ts"
import { Parts } from "../../design/Parts.tsx"
import { Key } from "../../design/marks/Key.tsx"
import { Logo } from "../../design/marks/Logo.tsx"
import { formText } from "../../design/form/formText.ts"
import { usePageTitle } from "../../documentTitle.ts"
import look from "./login.module.css"

const Ground = lazy(() => import("./Ground.tsx").then(({ Ground: default_ }) => ({ default: default_ })))

const route = getRouteApi("/login")

const refusalOf = (error: unknown): string => {
  if (!(error instanceof Refused)) return sentenceOf(error)
  if (error.status === 401) return words.login.refused.wrong
  if (error.status === 0) return words.login.refused.unreachable
  if (error.retryAfter === null) return sentenceOf(error)
  return words.common.refused.retryIn({
    why: error.problem.code === "CROWDED" ? words.login.refused.crowded : sentenceOf(error),
    seconds: Math.ceil(error.retryAfter)
  })
}

/** Login is the login page. */
export const Login = () => {
  const router = useRouter()
  usePageTitle(words.login.title)
  const [isWide] = useState(() => matchMedia("(min-width: 801px)").matches)
  const { over, to } = route.useSearch()
  const [refusal, submit, busy] = useActionState(async (_: string | null, form: FormData) => {
    try {
      await signIn(formText(form, "email"), formText(form, "password"))
      router.history.push(to ?? "/")
      return null
    } catch (refused) {
      return refusalOf(refused)
    }
  }, null)
  return (
    <div className={look["page"]}>
      <main className={look["side"]}>
        <p className={look["name"]}>
          <Logo size={40} /> Pugmark
        </p>
        <form className={look["form"]} action={submit}>
          <header>
            <h1>
              <Parts of={words.login.question<ReactNode>({ newLine: <br /> })} />
            </h1>
            <p className="soft">{words.login.hint}</p>
          </header>
          {over === true && <p className={look["over"]}>{words.login.sessionOver}</p>}
          <label className="field">
            {words.login.email}
            <input
              className="input"
              name="email"
              type="text"
              inputMode="email"
              autoComplete="username"
              spellCheck={false}
              required
            />
          </label>
          <label className="field">
            {words.login.password}
            <input
              className="input"
              name="password"
              type="password"
              autoComplete="current-password"
              required
            />
          </label>
          <p role="alert" className={look["refusal"]}>
            {refusal}
          </p>
          <button className="btn primary" disabled={busy}>
            {busy ? words.login.signingIn : words.login.signIn} <Key of="↵" />
          </button>
          <p className={look["help"]}>
            <Parts
              of={words.login.forgotten<ReactNode>({
                guide: <a href="/guide">{words.common.pages.guide}</a>
              })}
            />
          </p>
        </form>
        <p className={look["foot"]}>{words.login.local}</p>
      </main>
      {isWide && (
        <Suspense>
          <Ground />
        </Suspense>
      )}
    </div>
  )
}
