// Imports of the project before a file is chosen: those that can go on, those that are over, and those that were taken
// back.
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { Card } from "../../design/kit.tsx"
import { States } from "../../design/States.tsx"
import { type Column, Table } from "../../design/Table.tsx"
import { numberText } from "../../design/numbers.ts"
import { type TrackImport, trackImports } from "../../data/imports.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord, type Word } from "../../shell/words.ts"
import { inZone } from "../../time/zoneTime.ts"
import look from "./imports.module.css"
import { TakeBack } from "./TakeBack.tsx"
import { percentOf, sizeText } from "./words.ts"

/** How the removal of an import is, in a few words. */
const removalText = ({ removal }: TrackImport, word: Word): string => {
  if (removal === null) return words.imports.states.takenBack
  switch (removal.status) {
    case "completed": {
      const kept = removal.result?.animals.kept ?? 0
      return kept === 0
        ? words.imports.states.takenBack
        : words.imports.states.takenBackBut({ count: kept, word })
    }
    case "failed":
      return words.imports.states.notTakenBack
    case "judging":
      return words.imports.states.checking
    default:
      return words.imports.states.leaving({
        percent: Math.floor(percentOf(removal.records_done, Math.max(1, removal.records_total ?? 1)))
      })
  }
}

/** How an import is, in a few words. */
const stateOf = (of: TrackImport, word: Word): string => {
  const { place, size_bytes, state } = of
  if (state === "removing" || state === "removed") return removalText(of, word)
  if (state === "finished") return words.imports.states.finished
  return place.offset === 0
    ? words.imports.states.started
    : words.imports.states.stopped({ percent: Math.floor(percentOf(place.offset, size_bytes)) })
}

const File = ({ name }: { readonly name: string }) => <bdi>{name}</bdi>

/** Figure says what it counts where the table has no head. */
const Figure = ({ of, unit }: { readonly of: number; readonly unit: string }) => (
  <>
    {numberText(of)}
    <span className={look["unit"]}> {unit}</span>
  </>
)

/** What the button of an import says; null: it has none. */
const actOf = ({ removable, removal, state }: TrackImport): string | null => {
  const { progress, result, takeBack } = words.imports.earlier.acts
  return removable ? takeBack : state === "removing" ? progress : removal === null ? null : result
}

const columnsIn = (
  zone: string,
  word: Word,
  onAct: (of: TrackImport) => void
): ReadonlyArray<Column<TrackImport>> => [
  {
    key: "file",
    head: words.imports.earlier.file,
    cell: ({ file_name }) => <File name={file_name} />,
    wide: true,
    names: true
  },
  { key: "state", head: words.imports.earlier.state, cell: (of) => stateOf(of, word) },
  {
    key: "size",
    head: words.imports.earlier.size,
    cell: ({ size_bytes }) => sizeText(size_bytes),
    end: true,
    minor: true
  },
  {
    key: "accepted",
    head: words.imports.earlier.records,
    cell: ({ accepted, duplicates }) => (
      <Figure
        of={accepted + duplicates}
        unit={words.imports.earlier.recordUnit({ count: accepted + duplicates })}
      />
    ),
    end: true
  },
  {
    key: "rejected",
    head: words.imports.earlier.refused,
    cell: ({ rejected }) => (
      <Figure of={rejected} unit={words.imports.earlier.refusedUnit({ count: rejected })} />
    ),
    end: true
  },
  {
    key: "by",
    head: words.imports.earlier.by,
    cell: ({ created_by }) => created_by.name ?? "–",
    minor: true
  },
  {
    key: "at",
    head: words.imports.earlier.started,
    cell: ({ created_at }) => inZone(created_at, zone, "dayTime")
  },
  {
    key: "act",
    head: "",
    act: true,
    cell: (of) => {
      const act = actOf(of)
      return (
        act !== null && (
          <button
            className="btn small"
            aria-label={words.imports.earlier.actOn({ act, file: of.file_name })}
            onClick={() => onAct(of)}
          >
            {act}
          </button>
        )
      )
    }
  }
]

export const Earlier = () => {
  const { project, zone } = useProject()
  const imports = useQuery(trackImports(project.id))
  const [shown, setShown] = useState<string | null>(null)
  return (
    <States of={imports} what={words.imports.earlier.imports} isEmpty={(all) => all.length === 0}>
      {(all) => (
        <Card title={words.imports.earlier.title}>
          <Table
            label={words.imports.earlier.title}
            rows={all}
            keyOf={({ id }) => id}
            columns={columnsIn(zone, entityWord(project), ({ id }) => setShown(id))}
          />
          <TakeBack of={all.find(({ id }) => id === shown) ?? null} onClose={() => setShown(null)} />
        </Card>
      )}
    </States>
  )
}
