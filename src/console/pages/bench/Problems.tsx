// The server's messages about a draft, shown beside the field they concern.
import type { Mistake } from "../../data/api/Refused.ts"
import look from "./form/form.module.css"

/** problemsAt returns the messages at a pointer of the document or below it. */
export const problemsAt = (all: ReadonlyArray<Mistake>, pointer: string): ReadonlyArray<Mistake> =>
  all.filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`))

/** Returns the last segment of a pointer. */
const member = (pointer: string): string => pointer.slice(pointer.lastIndexOf("/") + 1)

/** Problems lists messages about a draft. */
export const Problems = ({ of }: { readonly of: ReadonlyArray<Mistake> }) =>
  of.length === 0 ? null : (
    <ul className={look["problems"]}>
      {of.map(({ code, detail, pointer }) => (
        <li key={`${pointer} ${code} ${detail}`}>
          {!/^\d*$/.test(member(pointer)) && <code>{member(pointer)}</code>} {detail}
        </li>
      ))}
    </ul>
  )
