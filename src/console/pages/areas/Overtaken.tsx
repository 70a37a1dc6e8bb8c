// Another member saved the area meanwhile: who, when and what; the user takes that version or keeps the own one.
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import type { Edited } from "../../data/api/call.ts"
import type { Refused } from "../../data/api/Refused.ts"
import { type Feature, feature } from "../../data/areas.ts"
import { Parts } from "../../design/Parts.tsx"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import { differences } from "./draft.ts"
import look from "./panel.module.css"

interface OvertakenProps {
  readonly error: Refused
  /** the edition that the user changed */
  readonly mine: Feature
  readonly onTheirs: (theirs: Edited<Feature>) => void
  readonly onMine: (edition: string) => void
}

/** Overtaken resolves a concurrent change. */
export const Overtaken = ({ error, mine, onMine, onTheirs }: OvertakenProps) => {
  const { project, zone } = useProject()
  const { data: theirs } = useQuery({
    ...feature(project.id, mine.id),
    staleTime: 0,
    refetchOnMount: "always"
  })
  const { current } = error.problem
  const found = theirs === undefined ? [] : differences(mine, theirs.record)
  return (
    <div className={look["overtaken"]} role="alert">
      <p>
        <Parts
          of={words.areas.overtaken.saved<ReactNode>({
            who: <b>{current?.by?.name ?? words.areas.overtaken.otherMember}</b>,
            at: current?.at == null ? null : inZone(current.at, zone, "clock")
          })}
        />
        {found.length > 0 && ` ${words.areas.overtaken.differs({ what: found })}`}
      </p>
      <span className="row">
        <button
          type="button"
          className="btn small"
          disabled={theirs === undefined}
          onClick={() => theirs !== undefined && onTheirs(theirs)}
        >
          {words.areas.overtaken.takeTheirs}
        </button>
        <button
          type="button"
          className="btn small"
          onClick={() => onMine(current === undefined ? "*" : `"${current.edition}"`)}
        >
          {words.areas.overtaken.saveMine}
        </button>
      </span>
    </div>
  )
}
