// Imports many animals: paste or drop a table, each row is checked before anything is created, and each row shows its
// outcome.
import { useQuery } from "@tanstack/react-query"
import { words } from "../../../../words/language.ts"
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

/** Defaults selects type and group for rows that have none. */
const Defaults = ({ many }: { readonly many: Many }) => {
  const { project } = useProject()
  const { data: types = [] } = useQuery(entityTypes)
  const { data: herds = [] } = useQuery(groups(project.id))
  return (
    <Row pad>
      <Text tone="soft">{words.addAnimals.many.defaults.title}</Text>
      <Choice
        label={words.addAnimals.many.defaults.type}
        of={[
          ["", words.addAnimals.many.defaults.askType],
          ...types.map(({ id, label }) => [id, label] as const)
        ]}
        value={many.type}
        onChoose={(type) => many.setDefaults({ type })}
      />
      <Choice
        label={words.addAnimals.many.defaults.group}
        of={[
          ["", words.addAnimals.many.defaults.noGroup],
          ...groupRows(herds).map(({ id, name }) => [id, name] as const)
        ]}
        value={many.group}
        onChoose={(group) => many.setDefaults({ group })}
      />
      <Text tone="soft">{words.addAnimals.many.defaults.since}</Text>
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
  return (
    <>
      <span role="status">
        {busy
          ? words.addAnimals.many.progress({ done: outcomes.size, total: outcomes.size + ready.length })
          : words.addAnimals.many.state({ done: made, refused, open })}
      </span>
      <Push>
        <button className="btn" disabled={busy} onClick={many.clear}>
          {ready.length === 0 && open === 0
            ? words.addAnimals.many.anotherTable
            : words.addAnimals.many.discard}
        </button>
        <button
          className="btn primary"
          disabled={busy || ready.length === 0}
          onClick={() => void many.make(ready)}
        >
          {words.addAnimals.many.add({ added: ready.length - updates, updated: updates })}
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
        <Card label={words.addAnimals.many.paste.title}>
          <PasteBox onTable={many.paste} onTrouble={setTrouble} />
        </Card>
      ) : (
        <Card
          label={words.addAnimals.many.table}
          {...(checked === null ? {} : { foot: <Foot many={many} checked={checked} /> })}
        >
          <Defaults many={many} />
          {checked === null ? (
            <Loading what={words.addAnimals.many.loading} />
          ) : (
            <RowsTable many={many} checked={checked} />
          )}
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
    <Page
      name={words.addAnimals.many.title({ animals: word.many })}
      title={capital(word.many)}
      beside={<HerdTabs />}
    >
      {may("entities:write") ? (
        <Writing />
      ) : (
        <Main>
          <p>
            <MissingPermission
              what={words.addAnimals.many.adding({ animals: word.many })}
              permission="entities:write"
            />
          </p>
        </Main>
      )}
    </Page>
  )
}
