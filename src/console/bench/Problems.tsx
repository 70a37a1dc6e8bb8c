// What the server has against a draft, beside what it is about.
import type { Mistake } from "../api/Refused.ts"
import look from "./form/form.module.css"

/** Those at a place of the document, or below it. */
export const problemsAt = (all: ReadonlyArray<Mistake>, pointer: string): ReadonlyArray<Mistake> =>
  all.filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`))

/** The last member that a pointer names. */
const member = (pointer: string): string => pointer.slice(pointer.lastIndexOf("/") + 1)

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
