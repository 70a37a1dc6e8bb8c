// An import on the page: a file is chosen, looked through as often as something is answered, and sent. What was
// answered of the same file before is taken up.
import { useEffect, useState } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { beginImport, type TrackImport, trackImports } from "../../data/imports.ts"
import { queryClient } from "../../data/queryClient.ts"
import { downloadRefused } from "./downloadRefused.ts"
import { RefusedRows } from "./refusedRows.ts"
import { sendFile, type SendingState } from "./sendFile.ts"
import { TrackReader, Unread } from "./TrackReader.ts"
import type { FileAnswers, Looked } from "./worker/protocol.ts"

/** What is happening to a file. */
type Phase =
  | { readonly _tag: "Reading"; readonly done: number }
  /** it cannot be read; `trouble` names what one answer may put right */
  | { readonly _tag: "Unread"; readonly message: string; readonly trouble: string | null }
  /** `isSaving`: its refused rows are read once more, for a download */
  | { readonly _tag: "Looked"; readonly isSaving?: boolean }
  | { readonly _tag: "Sending"; readonly state: SendingState | null }
  /** `refused`: the rows that this visit of the page saw refused */
  | { readonly _tag: "Stopped"; readonly message: string }
  | { readonly _tag: "Done"; readonly import: TrackImport }
  /** the same file was imported before, with the same answers */
  | { readonly _tag: "Known"; readonly import: TrackImport }

export interface ChosenFile {
  readonly file: File
  readonly sha256: string | null
  readonly answers: FileAnswers
  readonly looked: Looked | null
  readonly phase: Phase
  /** an import of the same contents that is open, or was finished */
  readonly before: TrackImport | null
  /** an import of a file of this name that had other contents */
  readonly changedSince: TrackImport | null
}

/** Members that were not said are not there. */
const said = (answers: Readonly<Record<string, unknown>>): FileAnswers =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined))

/** What works for the page at the moment. */
class ImportWork {
  /** counts what was begun: what comes late of something before is not listened to */
  turn = 0
  reader: TrackReader | null = null
  sending: AbortController | null = null
  refused = new RefusedRows()

  /** Begins with another file. */
  forget(): void {
    this.refused = new RefusedRows()
  }

  /** A new worker in place of the one before. */
  read(progress: (done: number) => void): TrackReader {
    this.close()
    return (this.reader = new TrackReader(progress))
  }

  /** What ends the sending that begins. */
  begin(): AbortSignal {
    return (this.sending = new AbortController()).signal
  }

  close(): void {
    this.turn++
    this.sending?.abort(new Unread(words.imports.wasStopped))
    this.reader?.close()
    this.reader = null
  }
}

export const useImport = (projectId: string) => {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [work] = useState(() => new ImportWork())
  const put = (change: Partial<ChosenFile>) =>
    setChosen((before) => (before === null ? null : { ...before, ...change }))

  useEffect(() => () => work.close(), [work])

  const look = async (file: File, sha256: string | null, answers: FileAnswers | null) => {
    const reading = work.read((done) =>
      setChosen((before) =>
        before?.phase._tag === "Reading" && isMine()
          ? { ...before, phase: { _tag: "Reading", done } }
          : before
      )
    )
    const mine = work.turn
    const isMine = () => work.turn === mine
    try {
      const hash = sha256 ?? (await reading.ask<"Hash">({ _tag: "Hash", file }))
      const same = (await queryClient.fetchQuery(trackImports(projectId))).filter(
        (one) => one.sha256 === hash
      )
      const before = same.find(({ state }) => state === "open") ?? same[0] ?? null
      const taken = answers ?? said(before?.answers ?? {})
      if (!isMine()) return
      put({ sha256: hash, before, answers: taken })
      const looked = await reading.ask<"Look">({ _tag: "Look", file, answers: taken })
      if (isMine()) put({ looked, phase: { _tag: "Looked" } })
    } catch (error) {
      if (!isMine()) return
      const trouble = error instanceof Unread ? error.trouble : null
      put({ phase: { _tag: "Unread", message: sentenceOf(error), trouble } })
    }
  }

  const choose = (file: File) => {
    work.forget()
    setChosen({
      file,
      sha256: null,
      answers: {},
      looked: null,
      phase: { _tag: "Reading", done: 0 },
      before: null,
      changedSince: null
    })
    void look(file, null, null)
  }

  const answer = (change: FileAnswers | { readonly [K in keyof FileAnswers]?: undefined }) => {
    if (chosen === null) return
    const answers = said({ ...chosen.answers, ...change })
    put({ answers, phase: { _tag: "Reading", done: 0 } })
    void look(chosen.file, chosen.sha256, answers)
  }

  const send = async (entityTypeId: string, again: boolean) => {
    const found = chosen?.looked?.found
    if (chosen === null || chosen.sha256 === null || found == null || work.reader === null) return
    const signal = work.begin()
    const mine = work.turn
    const tell = (state: SendingState) => {
      if (work.turn === mine) put({ phase: { _tag: "Sending", state } })
    }
    put({ phase: { _tag: "Sending", state: null } })
    try {
      const begun = await beginImport(projectId, {
        file_name: chosen.file.name,
        size_bytes: chosen.file.size,
        sha256: chosen.sha256,
        answers: { ...chosen.answers },
        ...(again ? { again } : {})
      })
      if (begun.found === "finished") return put({ phase: { _tag: "Known", import: begun.import } })
      put({ changedSince: begun.changed_since })
      const finished = await sendFile({
        reader: work.reader,
        found,
        entityTypeId,
        import: begun.import,
        signal,
        tell,
        keepRefused: (text) => work.refused.add(text)
      })
      if (work.turn === mine) put({ phase: { _tag: "Done", import: finished } })
    } catch (error) {
      if (work.turn === mine) put({ phase: { _tag: "Stopped", message: sentenceOf(error) } })
    }
  }

  const saveRefused = async () => {
    const header = chosen?.looked?.sample?.header
    if (chosen === null || header === undefined || work.reader === null) return
    const mine = work.turn
    put({ phase: { _tag: "Looked", isSaving: true } })
    try {
      await downloadRefused(work.reader, chosen.file.name, header)
      if (work.turn === mine) put({ phase: { _tag: "Looked" } })
    } catch (error) {
      if (work.turn === mine) put({ phase: { _tag: "Unread", message: sentenceOf(error), trouble: null } })
    }
  }

  return {
    chosen,
    refused: work.refused,
    /** Saves the rows that the reader refuses, before anything is sent. */
    saveRefused,
    choose,
    answer,
    send,
    /** Looks through the file once more, to go on. */
    again: () => {
      if (chosen !== null) answer({})
    },
    /** Leaves the file; what was sent of it stays, and it can go on later. */
    leave: () => {
      work.close()
      setChosen(null)
    }
  }
}

export type Importing = ReturnType<typeof useImport>
