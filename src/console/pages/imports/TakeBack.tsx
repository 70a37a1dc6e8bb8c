// An import is taken back: what goes and what stays is said before, how far it is meanwhile, and what came of it.
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { sentenceOf } from "../../data/api/Refused.ts"
import { Dialog } from "../../design/Dialog.tsx"
import { Definition, Meter, Text } from "../../design/kit.tsx"
import { States } from "../../design/States.tsx"
import dialogs from "../../design/dialog.module.css"
import { counted, numberText } from "../../design/numbers.ts"
import { useForm } from "../../design/form/useForm.ts"
import { type RemovalPlan, removalPlan, takeBack, type TrackImport } from "../../data/imports.ts"
import { useProject } from "../../shell/useProject.ts"
import { capital, entityWord } from "../../shell/words.ts"
import look from "./imports.module.css"
import { percentOf } from "./words.ts"

type Fate = RemovalPlan["animals"]
type Reason = Fate["kept_items"][number]["reasons"][number]

const reasonWords: Readonly<Record<Reason, string>> = {
  records: "other records came for it",
  assigned: "it was assigned besides",
  rule: "a rule names it",
  automation: "an automation names it",
  member: "a member's view names it",
  run: "a kept analysis is about it",
  edited: "it was changed since",
  judging: "rules still judge its past"
}

const recordsText = ({
  measurements,
  positions,
  states
}: Pick<RemovalPlan, "measurements" | "positions" | "states">) =>
  [
    [positions, "position"] as const,
    ...(measurements === 0 ? [] : [[measurements, "measurement"] as const]),
    ...(states === 0 ? [] : [[states, "state"] as const])
  ]
    .map(([count, word]) => counted(count, word))
    .join(", ")

/** Names, and how many more there are. */
const namesText = (names: ReadonlyArray<string>, all: number): string =>
  `${names.join(", ")}${all > names.length ? ` and ${numberText(all - names.length)} more` : ""}`

/** Kept lists what stays, each with why. */
const Kept = ({ kept, kept_items }: Fate) => (
  <ul className={look["kept"]}>
    {kept_items.map(({ id, name, reasons }) => (
      <li key={id}>
        <bdi>{name}</bdi>: {reasons.map((reason) => reasonWords[reason]).join(", ")}
      </li>
    ))}
    {kept > kept_items.length && <li>and {numberText(kept - kept_items.length)} more</li>}
  </ul>
)

interface BalanceProps {
  readonly of: Pick<RemovalPlan, "animals" | "devices" | "measurements" | "positions" | "states">
  /** it has happened */
  readonly isOver: boolean
}

/** Balance says what goes and what stays, in numbers and names. */
const Balance = ({ isOver, of }: BalanceProps) => {
  const { project } = useProject()
  const word = entityWord(project)
  const goes = isOver ? "removed" : "that go"
  const stays = isOver ? "stayed" : "that stay"
  const linesOf = (one: string, many: string, fate: Fate): ReadonlyArray<readonly [string, ReactNode]> => [
    [
      `${capital(many)} ${goes}`,
      fate.removed === 0 ? (
        "none"
      ) : (
        <span key="gone">
          {counted(fate.removed, one, many)}: <bdi>{namesText(fate.removed_names, fate.removed)}</bdi>
        </span>
      )
    ],
    ...(fate.kept === 0 ? [] : [[`${capital(many)} ${stays}`, <Kept key="kept" {...fate} />] as const])
  ]
  return (
    <Definition
      of={[
        [isOver ? "Records removed" : "Records", recordsText(of)],
        ...linesOf(word.one, word.many, of.animals),
        ...linesOf("device", "devices", of.devices)
      ]}
    />
  )
}

/** Notes are what else a plan is worth knowing for. */
const Notes = ({ curated, kept_runs, repeated_by }: RemovalPlan) => {
  const { project } = useProject()
  return (
    <>
      {curated > 0 && (
        <Text as="p" tone="late">
          {counted(curated, "position")} of these {curated === 1 ? "was" : "were"} corrected by hand. The
          corrections go too.
        </Text>
      )}
      {repeated_by.length > 0 && (
        <Text as="p" tone="late">
          Some of these records are in{" "}
          {repeated_by.map(({ file_name, id }, at) => (
            <span key={id}>
              {at > 0 && ", "}
              <bdi>{file_name}</bdi>
            </span>
          ))}{" "}
          too. They go; import that file again afterwards.
        </Text>
      )}
      {kept_runs > 0 && (
        <Text as="p">
          {counted(kept_runs, "analysis", "analyses")} since then {kept_runs === 1 ? "is" : "are"} about these{" "}
          {entityWord(project).many}. Their results stay as they are.
        </Text>
      )}
    </>
  )
}

interface FaceProps {
  readonly of: TrackImport
  readonly onClose: () => void
}

const Close = ({ onClose }: Pick<FaceProps, "onClose">) => (
  <footer>
    <button type="button" className="btn" onClick={onClose}>
      Close
    </button>
  </footer>
)

/** Before asks, with what would happen. */
const Before = ({ of, onClose }: FaceProps) => {
  const plan = useQuery(removalPlan(of))
  const { busy, error, onSubmit } = useForm(() => takeBack(of))
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="take-back">
        Take back <bdi>{of.file_name}</bdi>?
      </h2>
      {of.removal?.error != null && (
        <Text as="p" tone="bad">
          It stopped: {of.removal.error}
        </Text>
      )}
      <States of={plan} what="what goes and what stays">
        {(found) => (
          <>
            <Balance of={found} isOver={false} />
            <Notes {...found} />
          </>
        )}
      </States>
      <p className="soft">
        Rules judge the past without these records. Events that they no longer give stay in the list, marked
        as superseded. The file can be imported again afterwards.
      </p>
      <Text as="p" tone="bad" role="alert">
        {error !== null && sentenceOf(error)}
      </Text>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        <button className="btn danger" disabled={busy || plan.data === undefined}>
          Take it back
        </button>
      </footer>
    </form>
  )
}

/** Meanwhile says how far it is; the page may be closed. */
const Meanwhile = ({ of: { file_name, removal }, onClose }: FaceProps) => {
  const { project } = useProject()
  const isJudging = removal?.status === "judging"
  const percent = isJudging
    ? 100
    : percentOf(removal?.records_done ?? 0, Math.max(1, removal?.records_total ?? 1))
  return (
    <div className={dialogs["form"]}>
      <h2 id="take-back">
        <bdi>{file_name}</bdi> is being taken back
      </h2>
      <Meter label="Records removed" percent={percent} />
      <Text as="p" role="status">
        {isJudging
          ? `The records are gone. Rules judge the past without them; then the ${entityWord(project).many} go.`
          : removal?.records_total == null
            ? "It begins in a moment."
            : `${numberText(removal.records_done)} of ${counted(removal.records_total, "record")} removed`}
      </Text>
      <p className="soft">This page may be closed: it goes on.</p>
      <Close onClose={onClose} />
    </div>
  )
}

/** After says what was removed and what stayed. */
const After = ({ of: { file_name, removal }, onClose }: FaceProps) => (
  <div className={dialogs["form"]}>
    <h2 id="take-back">
      <bdi>{file_name}</bdi> is taken back
    </h2>
    {removal?.result != null && <Balance of={removal.result} isOver />}
    <Close onClose={onClose} />
  </div>
)

const Face = (props: FaceProps) => {
  const { removable, state } = props.of
  if (removable) return <Before {...props} />
  return state === "removed" ? <After {...props} /> : <Meanwhile {...props} />
}

interface TakeBackProps {
  /** null: closed */
  readonly of: TrackImport | null
  readonly onClose: () => void
}

export const TakeBack = ({ of, onClose }: TakeBackProps) => (
  <Dialog titleId="take-back" open={of !== null} onClose={onClose}>
    {of !== null && <Face of={of} onClose={onClose} />}
  </Dialog>
)
