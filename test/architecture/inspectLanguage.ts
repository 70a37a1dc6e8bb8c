// Finds where the language of the sources falls below its floor: words that hide who acts, exports without a doc
// comment, constants without a unit or noun. Pure: text in, figures and places out.
import { type CommentLine, readComments } from "./readComments.ts"

/** Words that stand for an unnamed subject in comments. */
const VAGUE_WORDS = /\b(?:somebody|nobody|whoever|whom|those who|anew|besides)\b/i

/** LanguageFigures are the counts of a set of sources, with the places of what is below the floor. */
export interface LanguageFigures {
  readonly commentLines: number
  readonly vagueLines: ReadonlyArray<string>
  readonly exportedNames: number
  readonly undocumentedNames: ReadonlyArray<string>
}

const isVague = ({ text }: CommentLine): boolean => VAGUE_WORDS.test(text)

/** `inspectLanguage` reads sources (path to text) and counts. */
export const inspectLanguage = (sources: ReadonlyMap<string, string>): LanguageFigures => {
  const readings = [...sources].map(([path, text]) => ({ path, ...readComments(path, text) }))
  return {
    commentLines: readings.reduce((sum, { comments }) => sum + comments.length, 0),
    vagueLines: readings.flatMap(({ comments, path }) =>
      comments.filter(isVague).map(({ line, text }) => `${path}:${line} ${text}`)
    ),
    exportedNames: readings.reduce((sum, { exports }) => sum + exports.length, 0),
    undocumentedNames: readings.flatMap(({ exports, path }) =>
      exports.filter(({ documented }) => !documented).map(({ line, name }) => `${path}:${line} ${name}`)
    )
  }
}

/** Returns the part of a whole in percent. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole)
