// Tracks out of a file: it is chosen, read in this browser, what it does not say is asked, and nothing is stored
// before it is said what is in it.
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Card, Main, Meter, Stack, Text } from "../design/kit.tsx"
import { FileDrop } from "../look/FileDrop.tsx"
import { counted } from "../look/numbers.ts"
import { entityTypes } from "../queries/animals.ts"
import { Lacks } from "../shell/Lacks.tsx"
import { Page } from "../shell/Page.tsx"
import { useProject } from "../shell/useProject.ts"
import { capital, entityWord } from "../shell/words.ts"
import { Contents, Said } from "./Contents.tsx"
import { Earlier } from "./Earlier.tsx"
import { Notes } from "./Notes.tsx"
import look from "./imports.module.css"
import { isAsked, Question } from "./Question.tsx"
import { refusedName } from "./downloadRefused.ts"
import { download } from "./refusedRows.ts"
import { SameFile } from "./SameFile.tsx"
import { SampleRows } from "./SampleRows.tsx"
import { Done, Known, Sending } from "./Sent.tsx"
import { Unopened } from "./Unopened.tsx"
import { type ChosenFile, type Importing, useImport } from "./useImport.ts"
import { percentOf, sizeText } from "./words.ts"

/** Files that the browser offers; what is in one is seen when it is read. */
const ACCEPT =
  ".csv,.tsv,.txt,.xlsx,.gpx,.kml,.kmz,.geojson,.json,text/csv,text/plain,application/gpx+xml," +
  "application/geo+json,application/vnd.google-earth.kml+xml,application/vnd.google-earth.kmz"

const ABOUT =
  "Movebank, any table, Excel, GPX, KML, KMZ or GeoJSON. It is read here; nothing is stored before you say so."

/** What animals are that a file brings, unless another kind is chosen. */
const WILDLIFE = "wildlife"

interface ChosenProps {
  readonly chosen: ChosenFile
  readonly importing: Importing
  readonly onSend: (again: boolean) => void
}

/** What is to be answered, known or done about a file. */
const Aside = ({ chosen, importing, onSend }: ChosenProps) => {
  const { answers, file, looked, phase } = chosen
  const { answer, leave, refused } = importing
  const header = looked?.sample?.header ?? []
  switch (phase._tag) {
    case "Reading":
      return (
        <Card title="Reading">
          <Stack pad>
            <Meter label="Read of the file" percent={percentOf(phase.done, file.size)} />
            <Text as="p" tone="soft" role="status">
              The file is looked through in this browser. Nothing is stored yet.
            </Text>
          </Stack>
        </Card>
      )
    case "Unread":
      return isAsked(phase.trouble) ? (
        <Question trouble={phase.trouble} why={capital(phase.message)} onAnswer={answer} />
      ) : (
        <Card title="This file cannot be imported" tone="bad">
          <Stack pad>
            <Text as="p" role="alert">
              {file.name}: {phase.message}
            </Text>
          </Stack>
        </Card>
      )
    case "Looked":
      return (
        <>
          {looked?.asked != null && (
            <Unopened
              name={file.name}
              why={looked.asked}
              header={header}
              answers={answers}
              onAnswer={answer}
            />
          )}
          {looked?.found != null && (
            <Contents
              found={looked.found}
              answers={answers}
              onAnswer={answer}
              isSaving={phase.isSaving === true}
              onDownload={() => void importing.saveRefused()}
            />
          )}
          {looked?.sample != null && <Notes {...looked.sample} onAnswer={answer} />}
          <Said answers={answers} onUnsay={(key) => answer({ [key]: undefined })} />
        </>
      )
    case "Sending":
      return <Sending state={phase.state} size={file.size} onStop={leave} />
    case "Stopped":
      return (
        <Card title="The import stopped" tone="bad">
          <Stack pad>
            <Text as="p" role="alert">
              {phase.message}
            </Text>
            <Text as="p">What was stored stays. It goes on where it stopped.</Text>
            <button className="btn" onClick={importing.again}>
              Go on
            </button>
          </Stack>
        </Card>
      )
    case "Done":
      return (
        <Done
          import={phase.import}
          onAnother={leave}
          {...(refused.isEmpty
            ? {}
            : {
                onDownload: () => download(refused.file(header), refusedName(file.name))
              })}
        />
      )
    case "Known":
      return <Known import={phase.import} onAgain={() => onSend(true)} onAnother={leave} />
  }
}

const Begin = ({ importing }: { readonly importing: Importing }) => (
  <Main>
    <Card label="The file">
      <Stack pad>
        <FileDrop busy={false} about={ABOUT} accept={ACCEPT} onFile={importing.choose} />
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
  const title = "Import tracks"
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
          <Lacks what={title} permission={lacking} />
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
              <span className="chip">nothing is stored yet</span>
            )}
          </>
        )
      }
      acts={
        chosen !== null &&
        !isOver &&
        chosen.phase._tag !== "Sending" && (
          <>
            {isReady && (
              <label>
                <span className="hidden">What the {entityWord(project).many} are</span>
                <select className="input" value={type} onChange={({ target }) => setPicked(target.value)}>
                  {types.map(({ id, label }) => (
                    <option key={id} value={id}>
                      {label}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <button className="btn" onClick={importing.leave}>
              Cancel
            </button>
            <button className="btn primary" disabled={!isReady} onClick={() => send(false)}>
              Import {found == null ? "" : counted(found.reports, "record")}
            </button>
          </>
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
        </main>
      )}
    </Page>
  )
}
