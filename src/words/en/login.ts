// English words of the sign-in page.
import { parts } from "../tools.ts"

/** login are the words of the sign-in page. */
export const login = {
  title: "Sign in",
  question: <P>(p: { newLine: P }) => parts<P>`Who is where,${p.newLine}and is all well?`,
  hint: "Sign in to see your animals.",
  sessionOver:
    "Your session is over. Sign in, and you come back to this page. Notes on alerts, reports, areas and rules " +
    "that you had begun are kept in this tab.",
  email: "E-mail",
  password: "Password",
  signIn: "Sign in",
  signingIn: "Signing in",
  forgotten: <P>(p: { guide: P }) =>
    parts<P>`Forgotten? An administrator of this server can set a new password. ${p.guide}`,
  local: "Everything on this page comes from this server.",
  refused: {
    wrong: "This e-mail and password do not go together.",
    unreachable: "Pugmark cannot be reached. Is the server running?",
    crowded: "Many sign in at this moment."
  }
}
