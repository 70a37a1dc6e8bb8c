// Imports of the project before a file is chosen: those that can go on, those that are over, and those that were taken
// back.
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Card } from "../../design/kit.tsx"
import { States } from "../../design/States.tsx"
import { type Column, Table } from "../../design/Table.tsx"
import { counted, numberText } from "../../design/numbers.ts"
import { type TrackImport, trackImports } from "../../data/imports.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord, type Word } from "../../shell/words.ts"
import { inZone } from "../../time/zoneTime.ts"
import look from "./imports.module.css"
import { TakeBack } from "./TakeBack.tsx"
import { percentOf, sizeText } from "./words.ts"

/** How the removal of an import is, in a few words. */
const removalText = ({ removal }: TrackImport, { many, one }: Word): string => {
  if (removal === null) return "taken back"
  switch (removal.status) {
    case "completed": {
      const kept = removal.result?.animals.kept ?? 0
      return kept === 0 ? "taken back" : `taken back; ${counted(kept, one, many)} stayed`
    }
    case "failed":
      return "not taken back: it stopped"
    case "judging":
      return "being taken back: rules judge the past"
    default:
      return `being taken back, ${Math.floor(
        percentOf(removal.records_done, Math.max(1, removal.records_total ?? 1))
      )} %`
  }
}

/** How an import is, in a few words. */
const stateOf = (of: TrackImport, words: Word): string => {
  const { place, size_bytes, state } = of
  if (state === "removing" || state === "removed") return removalText(of, words)
  if (state === "finished") return "finished"
  return place.offset === 0
    ? "begun; choose the file again to go on"
    : `stopped at ${Math.floor(percentOf(place.offset, size_bytes))} %; choose the file again to go on`
}

const File = ({ name }: { readonly name: string }) => <bdi>{name}</bdi>

/** Figure says what it counts where the table has no head. */
const Figure = ({ of, word }: { readonly of: number; readonly word: string }) => (
  <>
    {numberText(of)}
    <span className={look["unit"]}> {word}</span>
  </>
)

/** What the button of an import says; null: it has none. */
const actOf = ({ removable, removal, state }: TrackImport): string | null =>
  removable ? "Take back" : state === "removing" ? "Progress" : removal === null ? null : "Result"

const columnsIn = (
  zone: string,
  words: Word,
  onAct: (of: TrackImport) => void
): ReadonlyArray<Column<TrackImport>> => [
  {
    key: "file",
    head: "File",
    cell: ({ file_name }) => <File name={file_name} />,
    wide: true,
    names: true
  },
  { key: "state", head: "State", cell: (of) => stateOf(of, words) },
  {
    key: "size",
    head: "Size",
    cell: ({ size_bytes }) => sizeText(size_bytes),
    end: true,
    minor: true
  },
  {
    key: "accepted",
    head: "Records",
    cell: ({ accepted, duplicates }) => (
      <Figure of={accepted + duplicates} word={accepted + duplicates === 1 ? "record" : "records"} />
    ),
    end: true
  },
  {
    key: "rejected",
    head: "Refused",
    cell: ({ rejected }) => <Figure of={rejected} word="refused" />,
    end: true
  },
  { key: "by", head: "By", cell: ({ created_by }) => created_by.name ?? "–", minor: true },
  { key: "at", head: "Begun", cell: ({ created_at }) => inZone(created_at, zone, "dayTime") },
  {
    key: "act",
    head: "",
    act: true,
    cell: (of) => {
      const act = actOf(of)
      return (
        act !== null && (
          <button className="btn small" aria-label={`${act}: ${of.file_name}`} onClick={() => onAct(of)}>
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
    <States of={imports} what="imports" isEmpty={(all) => all.length === 0}>
      {(all) => (
        <Card title="Imports so far">
          <Table
            label="Imports so far"
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
