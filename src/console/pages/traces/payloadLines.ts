// JSON as lines that know their JSON pointer, so that a line can be marked.
import { memberAt } from "../../../domain/jsonPointer.ts"

/** A line of JSON. */
interface PayloadLine {
  readonly indent: number
  /** `"time": ` before a member's value; empty for elements and closing brackets */
  readonly name: string
  readonly text: string
  /** of the value that starts here; null: a closing bracket */
  readonly pointer: string | null
}

/** MOST_LINES is the maximum number of lines drawn; the copy has all. */
export const MOST_LINES = 400

/** The lines of a value, in the format of `JSON.stringify(value, null, 2)`. */
export const payloadLines = (value: unknown): ReadonlyArray<PayloadLine> => {
  const lines: Array<PayloadLine> = []
  const write = (of: unknown, indent: number, name: string, pointer: string, comma: string): void => {
    if (lines.length > MOST_LINES) return
    const isList = Array.isArray(of)
    if (typeof of !== "object" || of === null || Object.keys(of).length === 0) {
      lines.push({ indent, name, text: `${JSON.stringify(of)}${comma}`, pointer })
      return
    }
    lines.push({ indent, name, text: isList ? "[" : "{", pointer })
    const members = Object.entries(of)
    for (const [i, [key, member]] of members.entries())
      write(
        member,
        indent + 1,
        isList ? "" : `${JSON.stringify(key)}: `,
        memberAt(pointer, key),
        i < members.length - 1 ? "," : ""
      )
    lines.push({ indent, name: "", text: `${isList ? "]" : "}"}${comma}`, pointer: null })
  }
  write(value, 0, "", "", "")
  return lines.slice(0, MOST_LINES)
}

/** Whether a line belongs to the value of a pointer, or to a part of it. */
export const isMarked = ({ pointer }: PayloadLine, marked: string | null): boolean =>
  marked !== null &&
  marked !== "" &&
  pointer !== null &&
  (pointer === marked || pointer.startsWith(`${marked}/`))
