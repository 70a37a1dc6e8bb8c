// The login page. The session is an HttpOnly cookie; only the user's data is kept here.
import { getRouteApi, useRouter } from "@tanstack/react-router"
import { lazy, Suspense, useActionState, useState } from "react"
import { Refused, sentenceOf } from "../../data/api/Refused.ts"
import { signIn } from "../../data/session.ts"
import { Key } from "../../design/marks/Key.tsx"
import { Logo } from "../../design/marks/Logo.tsx"
import { formText } from "../../design/form/formText.ts"
import { usePageTitle } from "../../documentTitle.ts"
import look from "./login.module.css"

const Ground = lazy(() => import("./Ground.tsx").then(({ Ground: default_ }) => ({ default: default_ })))

const route = getRouteApi("/login")

const refusalOf = (error: unknown): string => {
  if (!(error instanceof Refused)) return sentenceOf(error)
  if (error.status === 401) return "This e-mail and password do not go together."
  if (error.status === 0) return "Pugmark cannot be reached. Is the server running?"
  if (error.retryAfter === null) return error.message
  const wait = `Try again in ${Math.ceil(error.retryAfter)} s.`
  return error.problem.code === "CROWDED"
    ? `Many sign in at this moment. ${wait}`
    : `${error.message} ${wait}`
}

/** Login is the login page. */
export const Login = () => {
  const router = useRouter()
  usePageTitle("Sign in")
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
              Who is where,
              <br />
              and is all well?
            </h1>
            <p className="soft">Sign in to see your animals.</p>
          </header>
          {over === true && (
            <p className={look["over"]}>
              Your session is over. Sign in, and you come back to this page. Notes on alerts, reports, areas
              and rules that you had begun are kept in this tab.
            </p>
          )}
          <label className="field">
            E-mail
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
            Password
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
            {busy ? "Signing in" : "Sign in"} <Key of="↵" />
          </button>
          <p className={look["help"]}>
            Forgotten? An administrator of this server can set a new password. <a href="/guide">Guide</a>
          </p>
        </form>
        <p className={look["foot"]}>Everything on this page comes from this server.</p>
      </main>
      {isWide && (
        <Suspense>
          <Ground />
        </Suspense>
      )}
    </div>
  )
}
