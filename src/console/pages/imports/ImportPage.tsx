// Tracks out of a file: it is chosen, read in this browser, what it does not say is asked, and nothing is stored
// before it is said what is in it.
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { Card, Main, Stack, Text } from "../../design/kit.tsx"
import { FileDrop } from "../../design/form/FileDrop.tsx"
import { entityTypes } from "../../data/animals.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { Page } from "../../shell/Page.tsx"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { Aside } from "./Aside.tsx"
import { Earlier } from "./Earlier.tsx"
import { importSteps } from "./importSteps.ts"
import look from "./imports.module.css"
import { SameCommand } from "./SameCommand.tsx"
import { SameFile } from "./SameFile.tsx"
import { SampleRows } from "./SampleRows.tsx"
import { StepsBar } from "./StepsBar.tsx"
import { type Importing, useImport } from "./useImport.ts"
import { sizeText } from "./words.ts"

/** Files that the browser offers; what is in one is seen when it is read. */
const ACCEPT =
  ".csv,.tsv,.txt,.xlsx,.gpx,.kml,.kmz,.geojson,.json,text/csv,text/plain,application/gpx+xml," +
  "application/geo+json,application/vnd.google-earth.kml+xml,application/vnd.google-earth.kmz"

/** What animals are that a file brings, unless another kind is chosen. */
const WILDLIFE = "wildlife"

const Begin = ({ importing }: { readonly importing: Importing }) => (
  <Main>
    <Card label={words.imports.file}>
      <Stack pad>
        <FileDrop busy={false} about={words.imports.about} accept={ACCEPT} onFile={importing.choose} />
      </Stack>
    </Card>
    <Earlier />
  </Main>
)

export const ImportPage = () => {
  const { may, project } = useProject()
  const importing = useImport(project.id)
  const { data: types = [] } = useQuery(entityTypes)
  const [picked, setPicked] = useState<string | null>(null)
  const { chosen } = importing
  const type = picked ?? types.find(({ key }) => key === WILDLIFE)?.id ?? types[0]?.id
  const found = chosen?.looked?.found
  const { title } = words.imports
  const lacking = !may("integrations:write")
    ? "integrations:write"
    : !may("entities:write")
      ? "entities:write"
      : !may("devices:write")
        ? "devices:write"
        : undefined
  if (lacking !== undefined)
    return (
      <Page title={title}>
        <Main>
          <MissingPermission what={title} permission={lacking} />
        </Main>
      </Page>
    )
  const send = (again: boolean) => {
    if (type !== undefined) void importing.send(type, again)
  }
  const isReady =
    chosen?.phase._tag === "Looked" &&
    chosen.phase.isSaving !== true &&
    found != null &&
    found.reports > 0 &&
    type !== undefined
  const isOver = chosen?.phase._tag === "Done" || chosen?.phase._tag === "Known"
  return (
    <Page
      title={title}
      beside={
        chosen === null ? undefined : (
          <>
            <Text tone="soft">
              <bdi>{chosen.file.name}</bdi>, {sizeText(chosen.file.size)}
            </Text>
            {(chosen.phase._tag === "Looked" || chosen.phase._tag === "Reading") && (
              <span className="chip">{words.imports.nothingStored}</span>
            )}
          </>
        )
      }
      acts={
        chosen?.looked?.found != null && (
          <SameCommand
            {...chosen}
            slug={project.slug}
            type={types.find(({ id, key }) => id === type && key !== WILDLIFE)?.key}
          />
        )
      }
    >
      {chosen === null ? (
        <Begin importing={importing} />
      ) : (
        <main className={look["page"]}>
          <div className={`${look["column"]} ${look["rows"]}`}>
            {chosen.looked?.sample != null && (
              <SampleRows
                sample={chosen.looked.sample}
                found={chosen.looked.found}
                answers={chosen.answers}
                {...(chosen.phase._tag === "Looked" ? { onAnswer: importing.answer } : {})}
              />
            )}
          </div>
          <div className={`${look["column"]} ${look["aside"]}`}>
            <SameFile {...chosen} />
            <Aside chosen={chosen} importing={importing} onSend={send} />
          </div>
          <StepsBar steps={importSteps(chosen, entityWord(project))}>
            {isReady && (
              <label>
                <span className="hidden">{words.imports.kindOfAnimals(entityWord(project))}</span>
                <select className="input" value={type} onChange={({ target }) => setPicked(target.value)}>
                  {types.map(({ id, label }) => (
                    <option key={id} value={id}>
                      {label}
                    </option>
                  ))}
                </select>
              </label>
            )}
            {!isOver && chosen.phase._tag !== "Sending" && (
              <>
                <button className="btn" onClick={importing.leave}>
                  {words.imports.cancel}
                </button>
                <button className="btn primary" disabled={!isReady} onClick={() => send(false)}>
                  {found == null
                    ? words.imports.import
                    : words.imports.importRecords({ count: found.reports })}
                </button>
              </>
            )}
          </StepsBar>
        </main>
      )}
    </Page>
  )
}
