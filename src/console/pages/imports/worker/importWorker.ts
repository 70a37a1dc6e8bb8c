// The worker that reads a file: one request at a time, and a word of progress for every piece of the file, so that
// the page ends it when it comes no further.
import { ArchiveRefused } from "../../../../archives/ArchiveRefused.ts"
import { TableBroken } from "../../../../domain/intake/TableBroken.ts"
import { type Batch, batchTable } from "../../../../tracks/batchTable.ts"
import type { ResumePoint } from "../../../../tracks/readTable.ts"
import type { Survey } from "../../../../tracks/surveyTable.ts"
import type { Table } from "../../../../tracks/Table.ts"
import { fileInBrowser, hashOf, lookThrough } from "./lookThrough.ts"
import type { Answers, Reply, Request } from "./protocol.ts"

let opened: readonly [Table, Survey] | null = null
let pieces: AsyncGenerator<Batch> | null = null
let begin: ResumePoint = { offset: 0, line: 0 }

const reply = (message: Reply) => self.postMessage(message, {})
const beat = (done: number) => reply({ _tag: "Progress", done })

const notOpened = () => new Error("The file was not looked through.")

const answerTo = async (request: Request): Promise<Answers[keyof Answers]> => {
  switch (request._tag) {
    case "Hash":
      return hashOf(fileInBrowser(request.file, beat))
    case "Look": {
      pieces = null
      const result = await lookThrough(fileInBrowser(request.file, beat), request.answers, Date.now())
      opened = result.opened
      return result.looked
    }
    case "Pieces": {
      if (opened === null) throw notOpened()
      const [table, { deployments }] = opened
      begin = request.from ?? { offset: table.body.offset, line: table.body.line }
      pieces = batchTable(table, begin, request.size, deployments.settle().deviceOf)
      return begin
    }
    case "Next": {
      if (pieces === null) throw notOpened()
      const next = await pieces.next()
      if (next.done === true) return null
      const piece = { ...next.value, begin }
      begin = next.value.end
      return piece
    }
  }
}

self.addEventListener("message", ({ data }: MessageEvent<Request>) => {
  answerTo(data).then(
    (answer) => reply({ _tag: "Done", answer }),
    (error: unknown) =>
      reply({
        _tag: "Failed",
        message:
          error instanceof ArchiveRefused
            ? error.detail
            : error instanceof Error
              ? error.message
              : String(error),
        trouble: error instanceof TableBroken ? (error.trouble ?? null) : null
      })
  )
})
