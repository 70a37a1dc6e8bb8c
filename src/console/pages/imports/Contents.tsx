// What is in a file that says enough: its records, whose they are, from when to when; the rows that are left out; and
// what becomes of all that.
import { Link } from "@tanstack/react-router"
import { Card, Definition, Stack, Text } from "../../design/kit.tsx"
import { counted, numberText } from "../../design/numbers.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
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

const names = (all: ReadonlyArray<string>) =>
  `${all.slice(0, LISTED).join(", ")}${all.length > LISTED ? ` and ${all.length - LISTED} more` : ""}`

/** Questions about rows that one answer would let in. */
export const Doubts = ({ examples, onAnswer }: Pick<Found, "examples"> & Pick<ContentsProps, "onAnswer">) => {
  const doubted = new Map(examples.map((row) => [row.trouble, row]))
  return [...doubted.values()].map(
    ({ line, reason, trouble }) =>
      isAsked(trouble) && (
        <Question key={trouble} trouble={trouble} why={`Line ${line}: ${reason}`} onAnswer={onAnswer} />
      )
  )
}

const said: Readonly<Partial<Record<keyof FileAnswers, string>>> = {
  times_in: "Time zone",
  time_format: "Dates",
  animal: "All rows are of",
  encoding: "Characters",
  decimal: "Decimals",
  shown_twice: "Hour shown twice",
  wrap_longitudes: "Longitudes",
  crs: "Coordinates",
  gpx_points: "Points"
}

const answerWords: Readonly<Record<string, string>> = {
  dmy: "day first",
  mdy: "month first",
  "epoch-s": "seconds since 1970",
  "epoch-ms": "milliseconds since 1970",
  true: "0 to 360",
  latin1: "ISO 8859-1"
}

/** What was answered, each to be taken back. */
export const Said = ({
  answers,
  onUnsay
}: {
  answers: FileAnswers
  onUnsay: (key: keyof FileAnswers) => void
}) => {
  const given = Object.entries(answers).filter(([key]) => key in said) as Array<[keyof FileAnswers, unknown]>
  if (given.length === 0) return null
  return (
    <Card title="Your answers">
      <ul className={look["said"]}>
        {given.map(([key, value]) => (
          <li key={key}>
            <span className="soft">{said[key]}</span>
            <bdi>{answerWords[String(value)] ?? String(value)}</bdi>
            <button className="link" onClick={() => onUnsay(key)} aria-label={`Change: ${said[key]}`}>
              Change
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
  return (
    <>
      <Card title={reports === 0 ? "No records in this file" : counted(reports, "record")}>
        <Stack pad>
          <Definition
            of={[
              [counted(animals.length, word.one, word.many), <bdi key="a">{names(animals)}</bdi>],
              ["Devices", numberText(devices.length)],
              ...(span === null ? [] : [["Period", daysText(span, zone)] as const]),
              ...(assumesUtc ? [["Times", "UTC, as such files have them"] as const] : []),
              ...(outliers === 0
                ? []
                : [["Outliers", `${numberText(outliers)}: kept, and used by no rule or analysis`] as const]),
              ...(network === 0
                ? []
                : [["Network (Argos)", `${numberText(network)}: on the map, left out by analyses`] as const]),
              ...leftOut.map(([why, rows]) => ["Left out", `${counted(rows, "row")}: ${why}`] as const)
            ]}
          />
          {answers.animal === undefined && animals.length === 1 && (
            <details>
              <summary className="soft">It has another name</summary>
              <Whose onAnswer={onAnswer} />
            </details>
          )}
        </Stack>
      </Card>
      <Card title="What happens">
        <Stack pad gap={3}>
          <Text as="p">
            {word.many.charAt(0).toUpperCase() + word.many.slice(1)} that are here already, by their names,
            get these records; the others are made.
          </Text>
          <Text as="p">
            <Link className="link" to="/p/$slug/rules" params={{ slug: project.slug }}>
              Rules
            </Link>{" "}
            judge the records as the past. Events show up in the lists, and nobody is told.
          </Text>
          <Text as="p">Records that are here already stay as they are.</Text>
        </Stack>
      </Card>
    </>
  )
}
