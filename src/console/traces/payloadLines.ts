// JSON as lines that know where they are, so that a line can be marked by a JSON pointer.
import { memberAt } from "../../domain/jsonPointer.ts"

export interface PayloadLine {
  readonly indent: number
  /** `"time": ` before a member's value; empty of an element and of a closing bracket */
  readonly name: string
  readonly text: string
  /** of the value that begins here; null: a closing bracket */
  readonly pointer: string | null
}

/** At most so many lines are drawn: whoever needs more copies it. */
export const MOST_LINES = 400

/** Indented by two, a value a line, as `JSON.stringify(value, null, 2)` writes it. */
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

/** Whether a line belongs to what a pointer names: the value itself, or a part of it. */
export const isMarked = ({ pointer }: PayloadLine, marked: string | null): boolean =>
  marked !== null &&
  marked !== "" &&
  pointer !== null &&
  (pointer === marked || pointer.startsWith(`${marked}/`))
