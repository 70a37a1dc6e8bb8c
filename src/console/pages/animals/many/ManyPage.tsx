// Imports many animals: paste or drop a table, each row is checked before anything is created, and each row shows its
// outcome.
import { useQuery } from "@tanstack/react-query"
import { Loading } from "../../../design/States.tsx"
import { Card, Choice, Main, Push, Row, Text } from "../../../design/kit.tsx"
import { groupRows } from "../../analyses/new/groupTree.ts"
import { entityTypes, groups } from "../../../data/animals.ts"
import { MissingPermission } from "../../../shell/MissingPermission.tsx"
import { Page } from "../../../shell/Page.tsx"
import { useProject } from "../../../shell/useProject.ts"
import { capital, entityWord } from "../../../shell/words.ts"
import { HerdTabs } from "../HerdTabs.tsx"
import { PasteBox } from "./PasteBox.tsx"
import { RowsTable } from "./RowsTable.tsx"
import type { CheckedRow } from "./rowParts.ts"
import { type Many, useMany } from "./useMany.ts"

const counted = (count: number, word: string): string => (count === 0 ? "" : `${count} ${word}`)

/** Defaults selects type and group for rows that have none. */
const Defaults = ({ many }: { readonly many: Many }) => {
  const { project } = useProject()
  const { data: types = [] } = useQuery(entityTypes)
  const { data: herds = [] } = useQuery(groups(project.id))
  return (
    <Row pad>
      <Text tone="soft">Where a row says none:</Text>
      <Choice
        label="Type of rows that say none"
        of={[["", "ask for the type"], ...types.map(({ id, label }) => [id, label] as const)]}
        value={many.type}
        onChoose={(type) => many.setDefaults({ type })}
      />
      <Choice
        label="Group of rows that say none"
        of={[["", "no group"], ...groupRows(herds).map(({ id, name }) => [id, name] as const)]}
        value={many.group}
        onChoose={(group) => many.setDefaults({ group })}
      />
      <Text tone="soft">Tags without a time are on from now on.</Text>
    </Row>
  )
}

interface FootProps {
  readonly many: Many
  readonly checked: ReadonlyArray<CheckedRow>
}

const Foot = ({ checked, many }: FootProps) => {
  const { busy, outcomes } = many
  const ready = checked.flatMap((row, at) =>
    row.status === "ready" && outcomes.get(at)?.state !== "made" ? [[at, row] as const] : []
  )
  const updates = ready.filter(([, row]) => row.status === "ready" && row.plan.updates !== null).length
  const made = [...outcomes.values()].filter(({ state }) => state === "made").length
  const refused = outcomes.size - made
  const open = checked.filter((row, at) => "says" in row && outcomes.get(at)?.state !== "made").length
  const says = [counted(made, "done"), counted(refused, "refused"), counted(open, "to answer")]
    .filter((part) => part !== "")
    .join(", ")
  const what = [counted(ready.length - updates, ""), counted(updates, "")]
  const label = [
    what[0] === "" ? "" : `add ${what[0]!.trim()}`,
    what[1] === "" ? "" : `update ${what[1]!.trim()}`
  ]
    .filter((part) => part !== "")
    .join(", ")
  return (
    <>
      <span role="status">
        {busy ? `${made + refused} of ${made + refused + ready.length}` : says}
        {!busy &&
          made === 0 &&
          refused === 0 &&
          (says === "" ? "Nothing is stored yet." : ". Nothing is stored yet.")}
      </span>
      <Push>
        <button className="btn" disabled={busy} onClick={many.clear}>
          {ready.length === 0 && open === 0 ? "Another table" : "Give it up"}
        </button>
        <button
          className="btn primary"
          disabled={busy || ready.length === 0}
          onClick={() => void many.make(ready)}
        >
          {label === "" ? "Add" : capital(label)}
        </button>
      </Push>
    </>
  )
}

const Table = ({ many }: { readonly many: Many }) => {
  const { checked, rows, setTrouble, trouble } = many
  return (
    <Main>
      {trouble !== null && (
        <Text as="p" tone="bad" role="alert">
          {trouble}
        </Text>
      )}
      {rows.length === 0 ? (
        <Card label="Paste a table">
          <PasteBox onTable={many.paste} onTrouble={setTrouble} />
        </Card>
      ) : (
        <Card
          label="The table"
          {...(checked === null ? {} : { foot: <Foot many={many} checked={checked} /> })}
        >
          <Defaults many={many} />
          {checked === null ? <Loading what="the herd" /> : <RowsTable many={many} checked={checked} />}
        </Card>
      )}
    </Main>
  )
}

const Writing = () => <Table many={useMany()} />

/** ManyPage is the page that imports many animals. */
export const ManyPage = () => {
  const { may, project } = useProject()
  const word = entityWord(project)
  return (
    <Page name={`Add ${word.many}`} title={capital(word.many)} beside={<HerdTabs />}>
      {may("entities:write") ? (
        <Writing />
      ) : (
        <Main>
          <p>
            <MissingPermission what={`Adding ${word.many}`} permission="entities:write" />
          </p>
        </Main>
      )}
    </Page>
  )
}
