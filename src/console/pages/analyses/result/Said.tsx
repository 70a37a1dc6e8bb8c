// What must be known before the values: method, and warnings with the names of subjects.
import { type ReactNode, useState } from "react"
import type { ResultDocument, Warning } from "../../../../domain/analysis/Result.ts"
import { words } from "../../../../words/language.ts"
import { messageText } from "../../../../words/message.ts"
import { Card, Row, Stack, Text } from "../../../design/kit.tsx"
import { Icon } from "../../../design/marks/Icon.tsx"
import { numberText } from "../../../design/numbers.ts"
import { Parts } from "../../../design/Parts.tsx"
import { Severity } from "../../../design/marks/Severity.tsx"
import type { Run } from "../../../data/analyses.ts"
import { copyText } from "../../../shell/clipboard.ts"
import { useNow } from "../../../time/useNow.ts"
import { inZone } from "../../../time/zoneTime.ts"
import { keepingOf, tookText } from "../runWords.ts"
import { textOf } from "./document.ts"
import look from "./result.module.css"

const entriesOf = (value: unknown): ReadonlyArray<readonly [string, string]> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).map(
        ([key, text]) =>
          [key.replaceAll("_", " "), typeof text === "string" ? text : JSON.stringify(text)] as const
      )

const lines = (value: unknown): ReadonlyArray<string> => (Array.isArray(value) ? value.map(String) : [])

const List = ({ of, title }: { readonly title: string; readonly of: unknown }) => {
  const all = entriesOf(of)
  return all.length === 0 ? null : (
    <section>
      <h3>{title}</h3>
      <dl className={look["decisions"]}>
        {all.map(([key, text]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** copyMethod copies the paragraph about the method, with its required notes. */
export const copyMethod = (document: ResultDocument): void =>
  copyText(
    [textOf(document, "method") ?? "", ...lines(document.provenance["notes"])].join("\n\n"),
    words.results.method.copied
  )

/** Returns the author and the finish time of a run. */
const madeText = (run: Run, zone: string): string => {
  const texts = words.results.method
  const took = tookText(run)
  const time = run.finished_at === null ? null : inZone(run.finished_at, zone, "dayClock")
  const author = run.created_by?.name ?? null
  return [
    ...(author === null ? [] : [texts.by({ who: author })]),
    ...(time === null
      ? []
      : [took === undefined ? texts.finished({ time }) : texts.finishedAfter({ time, took })])
  ].join(", ")
}

const boldDays = ({ from, to }: ResultDocument["periods"][number], zone: string) => ({
  from: <b>{inZone(from, zone, "date")}</b>,
  to: <b>{inZone(to, zone, "date")}</b>
})

/** MethodLine shows method, version and time of a result; the full text on request. */
export const MethodLine = ({ document, run }: { readonly document: ResultDocument; readonly run: Run }) => {
  const [isOpen, setOpen] = useState(false)
  const zone = textOf(document, "timezone") ?? "UTC"
  const [main, other] = document.periods
  const decisions = entriesOf(document.provenance["decisions"]).length
  const keeping = keepingOf(run, zone, useNow())
  return (
    <Stack gap={4}>
      <Row gap={7}>
        <Text strong>{document.method_version}</Text>
        {main !== undefined && (
          <Text>
            <Parts of={words.results.method.period<ReactNode>({ ...boldDays(main, zone), zone })} />
          </Text>
        )}
        {other !== undefined && (
          <Text>
            <Parts of={words.results.method.comparedWith<ReactNode>(boldDays(other, zone))} />
          </Text>
        )}
        <Text>
          <Parts
            of={words.results.method.read<ReactNode>({
              fixes: <b>{words.results.method.fixes({ count: run.input_count ?? 0 })}</b>,
              excluded: <b>{numberText(run.excluded_count ?? 0)}</b>
            })}
          />
        </Text>
        <Text tone="soft">
          <Parts
            of={words.results.method.input<ReactNode>({
              hash: <code className="mono">{(textOf(document, "input_hash") ?? "").slice(0, 8)}</code>
            })}
          />
        </Text>
        <Text tone="soft">{madeText(run, zone)}</Text>
        {keeping !== null && <Text tone={keeping.tone}>{keeping.text}</Text>}
        <button className="link push" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words.results.method.toggle({ decisions })}
        </button>
      </Row>
      {isOpen && (
        <Card
          title={words.results.method.title}
          acts={
            <button className="btn small" onClick={() => copyMethod(document)}>
              <Icon name="copy" size={14} /> {words.results.method.copy}
            </button>
          }
        >
          <Stack pad gap={5}>
            <Text as="p">{textOf(document, "method") ?? ""}</Text>
            {lines(document.provenance["notes"]).map((note) => (
              <Text key={note} as="p" tone="soft">
                {note}
              </Text>
            ))}
            <List title={words.results.method.options} of={document.provenance["parameters"]} />
            <List title={words.results.method.decisions} of={document.provenance["decisions"]} />
          </Stack>
        </Card>
      )}
    </Stack>
  )
}

/** Warnings that are shown before the others are expanded. */
const MAX_WARNINGS = 6

const nameOf = (document: ResultDocument, { subject }: Warning): string | null =>
  document.subjects.find(({ id }) => id === subject)?.name ?? null

const warningText = ({ message, text }: Warning): string =>
  (message === undefined ? null : messageText(message, words.warnings)) ?? text

const One = ({ document, of }: { readonly document: ResultDocument; readonly of: Warning }) => {
  const name = nameOf(document, of)
  return (
    <li data-level={of.level}>
      <Severity of={of.level === "warning" ? "warning" : "info"} size={15} />
      <div>
        <Row gap={4} keep>
          {name !== null && (
            <Text strong>
              <bdi>{name}</bdi>
            </Text>
          )}
          <Text as="code" size={1} tone="faint">
            {of.code}
          </Text>
        </Row>
        <Text>{warningText(of)}</Text>
      </div>
    </li>
  )
}

/** Warnings lists the warnings of a result, the severe ones first. */
export const Warnings = ({ document }: { readonly document: ResultDocument }) => {
  const [areAll, setAll] = useState(false)
  const all = document.warnings.toSorted(
    (a, b) => Number(b.level === "warning") - Number(a.level === "warning")
  )
  if (all.length === 0) return null
  const grave = all.filter(({ level }) => level === "warning").length
  const summary = [
    ...(grave > 0 ? [words.results.warnings.warnings({ count: grave })] : []),
    ...(all.length > grave ? [words.results.warnings.notices({ count: all.length - grave })] : [])
  ].join(", ")
  return (
    <Card label={summary}>
      <div className={look["warnings"]}>
        <Text strong>{summary}</Text>
        <ul>
          {(areAll ? all : all.slice(0, MAX_WARNINGS)).map((one, at) => (
            <One key={at} document={document} of={one} />
          ))}
        </ul>
        {all.length > MAX_WARNINGS && (
          <button className="link" onClick={() => setAll(!areAll)}>
            {areAll
              ? words.results.warnings.fewer
              : words.results.warnings.more({ count: all.length - MAX_WARNINGS })}
          </button>
        )}
      </div>
    </Card>
  )
}
