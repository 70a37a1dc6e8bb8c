// Evaluates the rule version of the event again with the data that is stored now.
import { useMutation } from "@tanstack/react-query"
import { sentenceOf } from "../../data/api/Refused.ts"
import { type Verification, verify } from "../../data/events.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { useProject } from "../../shell/useProject.ts"
import look from "./handling.module.css"

const ANSWERS: Readonly<Record<Verification["result"], readonly [string, string]>> = {
  match: ["Yes, the same.", "Judged again from the same version and records: nothing differs."],
  data_changed: ["Not quite: what is stored has changed since.", "What is not as it was:"],
  not_reproducible: ["It cannot be judged again.", "What is missing:"]
}

const textOf = (value: unknown): string => (value === null ? "nothing" : JSON.stringify(value))

/** Verify tells whether the event would fire again. */
export const Verify = ({ eventId }: { readonly eventId: string }) => {
  const { project } = useProject()
  const { data, error, isPending, mutate } = useMutation({ mutationFn: () => verify(project.id, eventId) })
  return (
    <section aria-label="Would it fire again?" className={look["section"]}>
      <h2 className={look["head"]}>
        <b>Would it fire again?</b>
        <button className="btn small" disabled={isPending} onClick={() => mutate()}>
          <Icon name="redo" size={13} /> {data === undefined ? "Verify" : "Verify again"}
        </button>
      </h2>
      <div aria-live="polite">
        {error !== null && <p className={look["answer"]}>{sentenceOf(error)}</p>}
        {data !== undefined && (
          <div className={look["answer"]} data-result={data.result}>
            <p>
              <b>{ANSWERS[data.result][0]}</b> <span className="code">{data.result}</span>
            </p>
            <p className="soft">{ANSWERS[data.result][1]}</p>
            <ul>
              {data.difference.slice(0, 8).map(({ now, path, was }) => (
                <li key={path} className="mono">
                  {path}: {textOf(was)} → {textOf(now)}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  )
}
