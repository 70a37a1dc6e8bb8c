// An import is taken back: what goes and what stays is said before, how far it is meanwhile, and what came of it.
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { Dialog } from "../../design/Dialog.tsx"
import { Definition, Meter, Text } from "../../design/kit.tsx"
import { States } from "../../design/States.tsx"
import { Parts } from "../../design/Parts.tsx"
import dialogs from "../../design/dialog.module.css"
import { useForm } from "../../design/form/useForm.ts"
import { type RemovalPlan, removalPlan, takeBack, type TrackImport } from "../../data/imports.ts"
import { useProject } from "../../shell/useProject.ts"
import { capital, entityWord, type Word } from "../../shell/words.ts"
import look from "./imports.module.css"
import { percentOf } from "./words.ts"

type Fate = RemovalPlan["animals"]

/** Kept lists what stays, each with why. */
const Kept = ({ kept, kept_items }: Fate) => (
  <ul className={look["kept"]}>
    {kept_items.map(({ id, name, reasons }) => (
      <li key={id}>
        <bdi>{name}</bdi>: {reasons.map((reason) => words.imports.takeBack.reasons[reason]).join(", ")}
      </li>
    ))}
    {kept > kept_items.length && <li>{words.imports.andMore({ count: kept - kept_items.length })}</li>}
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
  const text = words.imports.takeBack
  const [goes, stays] = isOver ? [text.gone, text.stayed] : [text.goes, text.stays]
  const linesOf = (named: Word, fate: Fate): ReadonlyArray<readonly [string, ReactNode]> => {
    const what = capital(named.many)
    return [
      [
        goes({ what }),
        fate.removed === 0 ? (
          text.none
        ) : (
          <span key="gone">
            {words.imports.counted({ count: fate.removed, word: named })}:{" "}
            <bdi>
              {words.imports.names({
                names: fate.removed_names,
                more: fate.removed - fate.removed_names.length
              })}
            </bdi>
          </span>
        )
      ],
      ...(fate.kept === 0 ? [] : [[stays({ what }), <Kept key="kept" {...fate} />] as const])
    ]
  }
  return (
    <Definition
      of={[
        [isOver ? text.removed : text.records, text.contents(of)],
        ...linesOf(word, of.animals),
        ...linesOf(words.imports.device, of.devices)
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
          {words.imports.takeBack.curated({ count: curated })}
        </Text>
      )}
      {repeated_by.length > 0 && (
        <Text as="p" tone="late">
          <Parts
            of={words.imports.takeBack.repeated<ReactNode>({
              files: repeated_by.map(({ file_name, id }, at) => (
                <span key={id}>
                  {at > 0 && ", "}
                  <bdi>{file_name}</bdi>
                </span>
              ))
            })}
          />
        </Text>
      )}
      {kept_runs > 0 && (
        <Text as="p">{words.imports.takeBack.keptRuns({ count: kept_runs, word: entityWord(project) })}</Text>
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
      {words.imports.close}
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
        <Parts of={words.imports.takeBack.title<ReactNode>({ file: <bdi>{of.file_name}</bdi> })} />
      </h2>
      {of.removal?.error != null && (
        <Text as="p" tone="bad">
          {words.imports.takeBack.stopped({ reason: of.removal.error })}
        </Text>
      )}
      <States of={plan} what={words.imports.takeBack.plan}>
        {(found) => (
          <>
            <Balance of={found} isOver={false} />
            <Notes {...found} />
          </>
        )}
      </States>
      <p className="soft">{words.imports.takeBack.hint}</p>
      <Text as="p" tone="bad" role="alert">
        {error !== null && sentenceOf(error)}
      </Text>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          {words.imports.cancel}
        </button>
        <button className="btn danger" disabled={busy || plan.data === undefined}>
          {words.imports.takeBack.act}
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
        <Parts of={words.imports.takeBack.running<ReactNode>({ file: <bdi>{file_name}</bdi> })} />
      </h2>
      <Meter label={words.imports.takeBack.removed} percent={percent} />
      <Text as="p" role="status">
        {isJudging
          ? words.imports.takeBack.checking(entityWord(project))
          : removal?.records_total == null
            ? words.imports.takeBack.begins
            : words.imports.takeBack.progress({ done: removal.records_done, all: removal.records_total })}
      </Text>
      <p className="soft">{words.imports.takeBack.mayClose}</p>
      <Close onClose={onClose} />
    </div>
  )
}

/** After says what was removed and what stayed. */
const After = ({ of: { file_name, removal }, onClose }: FaceProps) => (
  <div className={dialogs["form"]}>
    <h2 id="take-back">
      <Parts of={words.imports.takeBack.over<ReactNode>({ file: <bdi>{file_name}</bdi> })} />
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
