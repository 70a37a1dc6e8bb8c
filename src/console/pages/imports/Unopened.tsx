// Why a file is not read yet, as questions: whose its rows are, which columns it means, which clock and which
// format its times have.
import { useQuery } from "@tanstack/react-query"
import { useId, useState } from "react"
import type { ColumnField } from "../../../domain/intake/columnNames.ts"
import type { Unopened as Why } from "../../../tracks/Unopened.ts"
import { words } from "../../../words/language.ts"
import { Card, Stack, Text } from "../../design/kit.tsx"
import { allAnimals } from "../../data/animals.ts"
import { useProject } from "../../shell/useProject.ts"
import { capital, entityWord } from "../../shell/words.ts"
import look from "./imports.module.css"
import { Asked } from "./Asked.tsx"
import { Question } from "./Question.tsx"
import { fieldWord } from "./words.ts"
import type { FileAnswers } from "./worker/protocol.ts"

interface AnswerProps {
  readonly answers: FileAnswers
  readonly onAnswer: (change: FileAnswers) => void
}

interface ColumnProps extends AnswerProps {
  readonly field: ColumnField
  readonly header: ReadonlyArray<string>
}

/** A column of the file that says what none was found for. */
const ColumnChoice = ({ answers, header, field, onAnswer }: ColumnProps) => (
  <label className="field">
    {words.importQuestions.columns.of({ field: fieldWord(field) })}
    <select
      className="input"
      value=""
      onChange={({ target }) => onAnswer({ columns: { ...answers.columns, [field]: target.value } })}
    >
      <option value="">{words.importQuestions.columns.choose}</option>
      {header.map((name, i) => (
        <option key={`${i} ${name}`} value={name}>
          {name}
        </option>
      ))}
    </select>
  </label>
)

/** The one animal of all rows, of a file without an animal column. */
export const Whose = ({ onAnswer }: Pick<AnswerProps, "onAnswer">) => {
  const { project } = useProject()
  const { data: animals = [] } = useQuery(allAnimals(project.id))
  const [name, setName] = useState("")
  const list = useId()
  const word = entityWord(project)
  return (
    <form
      className={look["options"]}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== "") onAnswer({ animal: name.trim() })
      }}
    >
      <input
        className="input"
        aria-label={words.importQuestions.whose.name(word)}
        placeholder={words.importQuestions.whose.placeholder(word)}
        maxLength={200}
        list={list}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <datalist id={list}>
        {animals.map((one) => (
          <option key={one.id} value={one.name} />
        ))}
      </datalist>
      <button className="btn" disabled={name.trim() === ""}>
        {words.importQuestions.apply}
      </button>
    </form>
  )
}

type ColumnsWhy = Extract<Why, { readonly _tag: "Columns" }>

const MissingColumns = ({ answers, onAnswer, why }: AnswerProps & { readonly why: ColumnsWhy }) => {
  const {
    header,
    missing: { missing, twice = [], unknown }
  } = why
  const { project } = useProject()
  const others = missing.filter((field) => field !== "individual")
  return (
    <>
      {(twice.length > 0 || unknown.length > 0) && (
        <Card title={words.importQuestions.columns.unclear} tone="late">
          <Stack pad gap={3}>
            {twice.map((name) => (
              <Text key={name} as="p">
                {words.importQuestions.columns.twice({ column: name })}
              </Text>
            ))}
            {unknown.map((name) => (
              <Text key={name} as="p">
                {words.importQuestions.columns.unknown({ column: name })}
              </Text>
            ))}
            {unknown.length > 0 && (
              <button className="btn" onClick={() => onAnswer({ columns: {} })}>
                {words.importQuestions.columns.forget}
              </button>
            )}
          </Stack>
        </Card>
      )}
      {missing.includes("individual") && (
        <Asked
          title={words.importQuestions.whose.title}
          why={words.importQuestions.whose.why(entityWord(project))}
        >
          <Whose onAnswer={onAnswer} />
          <ColumnChoice answers={answers} header={header} field="individual" onAnswer={onAnswer} />
        </Asked>
      )}
      {others.length > 0 && (
        <Asked
          title={words.importQuestions.columns.which({ fields: others.map(fieldWord) })}
          why={words.importQuestions.columns.noneByName}
        >
          {others.map((field) => (
            <ColumnChoice key={field} answers={answers} header={header} field={field} onAnswer={onAnswer} />
          ))}
        </Asked>
      )}
    </>
  )
}

interface UnopenedProps extends AnswerProps {
  readonly name: string
  readonly header: ReadonlyArray<string>
  readonly why: Why
}

const DatesAndTimes = ({ answers, header, onAnswer, why }: Omit<ColumnProps, "field"> & { why: string }) => (
  <Asked title={words.importQuestions.columns.dateAndTime} why={why}>
    {(["date", "time"] as const).map((field) => (
      <ColumnChoice key={field} answers={answers} header={header} field={field} onAnswer={onAnswer} />
    ))}
  </Asked>
)

/** Unopened asks for what a file does not say, or says why it cannot be read. */
export const Unopened = ({ answers, header, name, onAnswer, why }: UnopenedProps) => {
  const refuse = (sentence: string) => (
    <Card title={words.imports.cannotImport} tone="bad">
      <Stack pad>
        <Text as="p" role="alert">
          {sentence}
        </Text>
      </Stack>
    </Card>
  )
  switch (why._tag) {
    case "Foreign":
      return refuse(words.importQuestions.unopened.foreign({ file: name, what: why.what }))
    case "NotExpected":
      return refuse(words.importQuestions.unopened.otherKind({ file: name }))
    case "Empty":
      return refuse(words.importQuestions.unopened.empty({ file: name }))
    case "System":
      return why.isAsked ? (
        <Question trouble="no system" why={capital(why.reason)} onAnswer={onAnswer} />
      ) : (
        refuse(`${name}: ${why.reason}.`)
      )
    case "NoEncoding":
      return (
        <Question trouble="no encoding" why={words.importQuestions.unopened.notUtf8} onAnswer={onAnswer} />
      )
    case "Columns":
      return <MissingColumns why={why} answers={answers} onAnswer={onAnswer} />
    case "DatesAlone":
      return <DatesAndTimes answers={answers} header={header} why={why.detail} onAnswer={onAnswer} />
    case "Row": {
      const said = words.importQuestions.line(why.row)
      return why.row.trouble === "time without a date" ? (
        <DatesAndTimes answers={answers} header={header} why={said} onAnswer={onAnswer} />
      ) : (
        <Question trouble={why.row.trouble} why={said} onAnswer={onAnswer} />
      )
    }
  }
}
