// What to do about an outcome of the server, in the shown language.
import { words } from "../../words/language.ts"

/** remedyText returns what to do about an outcome in the shown language, or in English if its code is newer. */
export const remedyText = (english: string, code: string | null): string => {
  const { failed, intake, skipped } = words.remedies
  const texts: ReadonlyMap<string, string> = new Map(Object.entries({ ...intake, ...skipped, ...failed }))
  return texts.get(code ?? "") ?? english
}
