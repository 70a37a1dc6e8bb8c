// Imports of the project before a file is chosen: those that can go on, and those that are over.
import { useQuery } from "@tanstack/react-query"
import { Card } from "../design/kit.tsx"
import { States } from "../design/States.tsx"
import { type Column, Table } from "../design/Table.tsx"
import { numberText } from "../look/numbers.ts"
import { type TrackImport, trackImports } from "../queries/imports.ts"
import { useProject } from "../shell/useProject.ts"
import { inZone } from "../time/zoneTime.ts"
import { percentOf, sizeText } from "./words.ts"

/** How an import is, in a few words. */
const stateOf = ({ place, size_bytes, state }: TrackImport): string =>
  state === "finished"
    ? "finished"
    : place.offset === 0
      ? "begun; choose the file again to go on"
      : `stopped at ${Math.floor(percentOf(place.offset, size_bytes))} %; choose the file again to go on`

const File = ({ name }: { readonly name: string }) => <bdi>{name}</bdi>

const columnsIn = (zone: string): ReadonlyArray<Column<TrackImport>> => [
  {
    key: "file",
    head: "File",
    cell: ({ file_name }) => <File name={file_name} />,
    wide: true,
    names: true
  },
  { key: "state", head: "State", cell: stateOf },
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
    cell: ({ accepted, duplicates }) => numberText(accepted + duplicates),
    end: true
  },
  { key: "rejected", head: "Refused", cell: ({ rejected }) => numberText(rejected), end: true },
  { key: "by", head: "By", cell: ({ created_by }) => created_by.name ?? "–", minor: true },
  { key: "at", head: "Begun", cell: ({ created_at }) => inZone(created_at, zone, "dayTime") }
]

export const Earlier = () => {
  const { project, zone } = useProject()
  const imports = useQuery(trackImports(project.id))
  return (
    <States of={imports} what="imports" isEmpty={(all) => all.length === 0}>
      {(all) => (
        <Card title="Imports so far">
          <Table label="Imports so far" rows={all} keyOf={({ id }) => id} columns={columnsIn(zone)} />
        </Card>
      )}
    </States>
  )
}
