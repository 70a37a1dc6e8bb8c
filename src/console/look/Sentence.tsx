// A rule in words, as the server says it; what somebody chose is underlined.
import type { Sentence as Parts } from "../queries/evidence.ts"
import look from "./sentence.module.css"

type Part = Pick<Parts[number], "strong" | "text">

export const Sentence = ({ parts }: { readonly parts: ReadonlyArray<Part> }) => (
  <p className={look["say"]}>
    {parts.map(({ strong, text }, i) => {
      // the order of a sentence is all that its parts are known by
      const key = `${i} ${text}`
      return strong ? <b key={key}>{text}</b> : <span key={key}>{text}</span>
    })}
  </p>
)
