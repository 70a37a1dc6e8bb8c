// The person whom a program has sent to the consent page, in Chromium.
import type { Page } from "playwright-core"
import { signIn } from "./visit.ts"

export interface Given {
  /** names of the projects in which it may work */
  readonly projects: ReadonlyArray<string>
  /** what of it is not given, as the page words it */
  readonly without?: ReadonlyArray<RegExp>
  /** who signs in first; absent: somebody is signed in */
  readonly as?: { readonly email: string; readonly password: string }
  /** before the button is pressed */
  readonly look?: (page: Page) => Promise<unknown>
}

/** Presses "Allow"; where the browser comes out: at the program, with a code. */
export const letIn = async (
  page: Page,
  address: string,
  { as, look, projects, without = [] }: Given
): Promise<URL> => {
  await page.goto(address)
  if (as !== undefined) {
    await page.waitForURL("**/login?to=*")
    await signIn(page, as.email, as.password)
  }
  await page.getByRole("heading", { name: / asks to work in Pugmark as you$/ }).waitFor()
  for (const name of projects) await page.getByLabel(name).check()
  for (const one of without) await page.getByLabel(one).uncheck()
  await look?.(page)
  const arrival = page.waitForResponse((answer) => new URL(answer.url()).searchParams.has("code"))
  await page.getByRole("button", { name: "Allow for 30 days" }).click()
  const answer = await arrival
  await answer.finished()
  return new URL(answer.url())
}
