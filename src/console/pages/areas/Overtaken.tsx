// Another member saved the area meanwhile: who, when and what; the user takes that version or keeps the own one.
import { useQuery } from "@tanstack/react-query"
import type { Edited } from "../../data/api/call.ts"
import type { Refused } from "../../data/api/Refused.ts"
import { type Feature, feature } from "../../data/areas.ts"
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
        <b>{current?.by?.name ?? "Somebody else"}</b> saved it{" "}
        {current?.at == null ? "meanwhile" : `at ${inZone(current.at, zone, "clock")}`}.
        {found.length > 0 && ` Other than yours: ${found.join(", ")}.`}
      </p>
      <span className="row">
        <button
          type="button"
          className="btn small"
          disabled={theirs === undefined}
          onClick={() => theirs !== undefined && onTheirs(theirs)}
        >
          Take theirs
        </button>
        <button
          type="button"
          className="btn small"
          onClick={() => onMine(current === undefined ? "*" : `"${current.edition}"`)}
        >
          Save mine over it
        </button>
      </span>
    </div>
  )
}
