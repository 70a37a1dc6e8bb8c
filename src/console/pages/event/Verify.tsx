// Evaluates the rule version of the event again with the data that is stored now.
import { words } from "../../../words/language.ts"
import { useMutation } from "@tanstack/react-query"
import { sentenceOf } from "../../data/api/Refused.ts"
import { verify } from "../../data/events.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { useProject } from "../../shell/useProject.ts"
import look from "./handling.module.css"

const textOf = (value: unknown): string =>
  value === null ? words.event.verify.nothing : JSON.stringify(value)

/** Verify tells whether the event would fire again. */
export const Verify = ({ eventId }: { readonly eventId: string }) => {
  const { project } = useProject()
  const { data, error, isPending, mutate } = useMutation({ mutationFn: () => verify(project.id, eventId) })
  return (
    <section aria-label={words.event.verify.title} className={look["section"]}>
      <h2 className={look["head"]}>
        <b>{words.event.verify.title}</b>
        <button className="btn small" disabled={isPending} onClick={() => mutate()}>
          <Icon name="redo" size={13} />{" "}
          {data === undefined ? words.event.verify.verify : words.event.verify.again}
        </button>
      </h2>
      <div aria-live="polite">
        {error !== null && <p className={look["answer"]}>{sentenceOf(error)}</p>}
        {data !== undefined && (
          <div className={look["answer"]} data-result={data.result}>
            <p>
              <b>{words.event.verify[data.result].answer}</b> <span className="code">{data.result}</span>
            </p>
            <p className="soft">{words.event.verify[data.result].detail}</p>
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
