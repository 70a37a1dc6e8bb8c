// What is in a file that says enough: its records, whose they are, from when to when; the rows that are left out; and
// what becomes of all that.
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { Card, Definition, Stack, Text } from "../../design/kit.tsx"
import { numberText } from "../../design/numbers.ts"
import { Parts } from "../../design/Parts.tsx"
import { useProject } from "../../shell/useProject.ts"
import { capital, entityWord } from "../../shell/words.ts"
import look from "./imports.module.css"
import { isAsked, Question } from "./Question.tsx"
import { Whose } from "./Unopened.tsx"
import { daysText } from "./words.ts"
import type { FileAnswers, Found } from "./worker/protocol.ts"

interface ContentsProps {
  readonly found: Found
  readonly answers: FileAnswers
  readonly onAnswer: (change: FileAnswers) => void
}

/** Names that are listed; the rest is counted. */
const LISTED = 12

const namesText = (all: ReadonlyArray<string>) =>
  words.imports.names({ names: all.slice(0, LISTED), more: Math.max(0, all.length - LISTED) })

/** Questions about rows that one answer would let in. */
export const Doubts = ({ examples, onAnswer }: Pick<Found, "examples"> & Pick<ContentsProps, "onAnswer">) => {
  const doubted = new Map(examples.map((row) => [row.trouble, row]))
  return [...doubted.values()].map(
    ({ line, reason, trouble }) =>
      isAsked(trouble) && (
        <Question
          key={trouble}
          trouble={trouble}
          why={words.importQuestions.line({ line, reason })}
          onAnswer={onAnswer}
        />
      )
  )
}

/** An answer that the page can take back. */
type Given = keyof typeof words.importQuestions.answers.names

const isGiven = (key: string): key is Given => Object.hasOwn(words.importQuestions.answers.names, key)

const valueText = (key: Given, value: string): string => {
  const known: Readonly<Partial<Record<Given, Readonly<Record<string, string>>>>> =
    words.importQuestions.answers.values
  return known[key]?.[value] ?? value
}

/** What was answered, each to be taken back. */
export const Said = ({
  answers,
  onUnsay
}: {
  answers: FileAnswers
  onUnsay: (key: keyof FileAnswers) => void
}) => {
  const { change, changeOne, names, title } = words.importQuestions.answers
  const given = Object.entries(answers).flatMap(([key, value]) =>
    isGiven(key) ? [[key, String(value)] as const] : []
  )
  if (given.length === 0) return null
  return (
    <Card title={title}>
      <ul className={look["said"]}>
        {given.map(([key, value]) => (
          <li key={key}>
            <span className="soft">{names[key]}</span>
            <bdi>{valueText(key, value)}</bdi>
            <button
              className="link"
              onClick={() => onUnsay(key)}
              aria-label={changeOne({ what: names[key] })}
            >
              {change}
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export const Contents = ({ answers, found, onAnswer }: ContentsProps) => {
  const { project, zone } = useProject()
  const { animals, assumesUtc, devices, leftOut, network, outliers, reports, span } = found
  const word = entityWord(project)
  const text = words.imports.contents
  return (
    <>
      <Card title={reports === 0 ? text.noRecords : words.imports.records({ count: reports })}>
        <Stack pad>
          <Definition
            of={[
              [
                words.imports.counted({ count: animals.length, word }),
                <bdi key="a">{namesText(animals)}</bdi>
              ],
              [text.devices, numberText(devices.length)],
              ...(span === null ? [] : [[text.period, daysText(span, zone)] as const]),
              ...(assumesUtc ? [[text.times, text.utc] as const] : []),
              ...(outliers === 0 ? [] : [[text.outliers, text.outliersKept({ count: outliers })] as const]),
              ...(network === 0 ? [] : [[text.network, text.networkKept({ count: network })] as const]),
              ...leftOut.map(
                ([why, count]) =>
                  [text.skipped, text.skippedRows({ count, reason: text.skipReasons[why] })] as const
              )
            ]}
          />
          {answers.animal === undefined && animals.length === 1 && (
            <details>
              <summary className="soft">{text.otherName}</summary>
              <Whose onAnswer={onAnswer} />
            </details>
          )}
        </Stack>
      </Card>
      <Card title={words.imports.whatHappens.title}>
        <Stack pad gap={3}>
          <Text as="p">{words.imports.whatHappens.animals({ animals: capital(word.many) })}</Text>
          <Text as="p">
            <Parts
              of={words.imports.whatHappens.rules<ReactNode>({
                link: (
                  <Link className="link" to="/p/$slug/rules" params={{ slug: project.slug }}>
                    {words.imports.whatHappens.rulesLink}
                  </Link>
                )
              })}
            />
          </Text>
          <Text as="p">{words.imports.whatHappens.known}</Text>
        </Stack>
      </Card>
    </>
  )
}
