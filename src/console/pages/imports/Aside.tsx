// The column beside the rows of a file: what is to be answered, the tracks on the map, what is refused, and what is in
// the file.
import { words } from "../../../words/language.ts"
import { Card, Meter, Stack, Text } from "../../design/kit.tsx"
import { capital } from "../../shell/words.ts"
import { Contents, Doubts, Said } from "./Contents.tsx"
import { Notes } from "./Notes.tsx"
import { isAsked, Question } from "./Question.tsx"
import { Refused } from "./Refused.tsx"
import { refusedName } from "./downloadRefused.ts"
import { download } from "./refusedRows.ts"
import { Done, Known, Sending } from "./Sent.tsx"
import { TracksMap } from "./TracksMap.tsx"
import { Unopened } from "./Unopened.tsx"
import type { ChosenFile, Importing } from "./useImport.ts"
import { percentOf } from "./words.ts"

interface ChosenProps {
  readonly chosen: ChosenFile
  readonly importing: Importing
  readonly onSend: (again: boolean) => void
}

/** What is to be answered, known or done about a file before anything else. */
const Foremost = ({ chosen, importing, onSend }: ChosenProps) => {
  const { answers, file, looked, phase } = chosen
  const { answer, leave, refused } = importing
  const header = looked?.sample?.header ?? []
  switch (phase._tag) {
    case "Reading":
      return (
        <Card title={words.imports.reading.title}>
          <Stack pad>
            <Meter label={words.imports.reading.meter} percent={percentOf(phase.done, file.size)} />
            <Text as="p" tone="soft" role="status">
              {words.imports.reading.hint}
            </Text>
          </Stack>
        </Card>
      )
    case "Unread":
      return isAsked(phase.trouble) ? (
        <Question trouble={phase.trouble} why={capital(phase.message)} onAnswer={answer} />
      ) : (
        <Card title={words.imports.cannotImport} tone="bad">
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
          {looked?.found != null && <Doubts examples={looked.found.examples} onAnswer={answer} />}
        </>
      )
    case "Sending":
      return <Sending state={phase.state} size={file.size} onStop={leave} />
    case "Stopped":
      return (
        <Card title={words.imports.stopped.title} tone="bad">
          <Stack pad>
            <Text as="p" role="alert">
              {phase.message}
            </Text>
            <Text as="p">{words.imports.stopped.hint}</Text>
            <button className="btn" onClick={importing.again}>
              {words.imports.stopped.goOn}
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

/** Aside is all beside the rows; the map stays while the file is stored. */
export const Aside = (props: ChosenProps) => {
  const { chosen, importing } = props
  const { answers, looked, phase } = chosen
  const { answer } = importing
  const found = looked?.found ?? null
  return (
    <>
      <Foremost {...props} />
      {found !== null && found.drawn.tracks.length > 0 && <TracksMap {...found} />}
      {phase._tag === "Looked" && (
        <>
          {found !== null && found.rejected > 0 && (
            <Refused
              {...found}
              isSaving={phase.isSaving === true}
              onDownload={() => void importing.saveRefused()}
            />
          )}
          {found !== null && <Contents found={found} answers={answers} onAnswer={answer} />}
          {looked?.sample != null && <Notes {...looked.sample} onAnswer={answer} />}
          <Said answers={answers} onUnsay={(key) => answer({ [key]: undefined })} />
        </>
      )}
    </>
  )
}
