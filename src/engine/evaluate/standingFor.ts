// What subjects are to scopes, as texts: a few for all of them.
import { standingOf, type Who } from "../../domain/rule/scope.ts"

const standings = new Map<string, string>()

/** The text of `standingOf`, the same one for equal texts. */
export const standingFor = (who: Who): string => {
  const text = standingOf(who)
  if (!standings.has(text)) standings.set(text, text)
  return standings.get(text)!
}
