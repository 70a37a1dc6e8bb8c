// A source that connects out was made: whether it can be reached is tried at once.
import { useEffect, useState } from "react"
import { sentenceOf } from "../api/Refused.ts"
import dialogs from "../look/dialog.module.css"
import { type OpenedSource, type SourceTest, testSource } from "../queries/sources.ts"
import { Tested } from "./Tested.tsx"

interface ConnectedProps {
  readonly of: OpenedSource
  readonly titleId: string
  readonly onClose: () => void
}

export const Connected = ({ of, onClose, titleId }: ConnectedProps) => {
  const [found, setFound] = useState<SourceTest | Error | null>(null)
  useEffect(() => {
    let isGone = false
    testSource(of.id).then(
      (test) => isGone || setFound(test),
      (error: unknown) => isGone || setFound(new Error(sentenceOf(error)))
    )
    return () => {
      isGone = true
    }
  }, [of.id])
  return (
    <div className={dialogs["form"]}>
      <h2 id={titleId}>
        <bdi>{of.name}</bdi>
      </h2>
      <p>It is made. The service connects to it from now on, and again whenever the line ends.</p>
      {found === null && <p role="status">Trying the server…</p>}
      {found instanceof Error && <p role="alert">{found.message}</p>}
      {found !== null && !(found instanceof Error) && <Tested of={found} />}
      <footer>
        <button className="btn primary" autoFocus onClick={onClose}>
          Done
        </button>
      </footer>
    </div>
  )
}
