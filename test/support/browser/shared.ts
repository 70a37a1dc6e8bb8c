// What the setup of the tests with a browser tells them.
import { setTimeout as sleep } from "node:timers/promises"

declare module "vitest" {
  export interface ProvidedContext {
    /** Where tests ask for what they share: answers `Shared` as JSON. */
    consoleDesk: string
  }
}

export interface Shared {
  /** address of the browser */
  readonly browser: string
  readonly origin: string
  /** of the product's database, as its owner: for what no request brings about */
  readonly databaseUrl: string
  /** opens the API as the server admin */
  readonly token: string
  /** `name=value`: a session of the server admin, which nobody ends */
  readonly cookie: string
}

/** Of the server admin, who signs in as `admin@localhost`. */
export const PASSWORD = "a meadow in the morning"

/** `name=value` of somebody's new session; comes back when it is told to. */
export const logIn = async (origin: string, email: string, password: string): Promise<string> => {
  for (;;) {
    const answer = await fetch(`${origin}/api/v1/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password })
    })
    await answer.arrayBuffer()
    const [cookie] = answer.headers.getSetCookie()
    if (cookie !== undefined) return cookie.split(";", 1)[0]!
    if (answer.status !== 503) throw new Error(`${email} was not let in: ${answer.status}`)
    await sleep(1000 * Number(answer.headers.get("retry-after")))
  }
}

/** Ends a session from elsewhere than its browser; the status of the answer. */
export const logOut = async (origin: string, cookie: string): Promise<number> => {
  const answer = await fetch(`${origin}/api/v1/auth/logout`, { method: "POST", headers: { cookie, origin } })
  await answer.arrayBuffer()
  return answer.status
}
