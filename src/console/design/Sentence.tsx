// A rule as a sentence from the server; configured parts are underlined.
import type { Sentence as Parts } from "../data/evidence.ts"
import look from "./sentence.module.css"

type Part = Pick<Parts[number], "strong" | "text">

/** Sentence shows a rule as a sentence. */
export const Sentence = ({ parts }: { readonly parts: ReadonlyArray<Part> }) => (
  <p className={look["say"]}>
    {parts.map(({ strong, text }, i) => {
      // parts have no other key than their order
      const key = `${i} ${text}`
      return strong ? <b key={key}>{text}</b> : <span key={key}>{text}</span>
    })}
  </p>
)
