// The worker that reads a file of areas: decodes any encoding, unpacks a KMZ, and reports progress per chunk.
import { areaText } from "../../../../../tracks/areaText.ts"
import type { WorkerReply } from "../../../../workers/WatchedWorker.ts"
import { MAX_AREA_BYTES } from "../areaBytes.ts"

const reply = (message: WorkerReply<string>) => self.postMessage(message, {})

/** Yields the bytes of a file; each chunk is reported as progress. */
async function* piecesOf(file: File, from: number): AsyncGenerator<Uint8Array> {
  const reader = file.slice(from).stream().getReader()
  let done = from
  try {
    for (;;) {
      const piece = await reader.read()
      if (piece.done) return
      done += piece.value.length
      reply({ _tag: "Progress", done })
      yield piece.value
    }
  } finally {
    void reader.cancel()
  }
}

self.addEventListener("message", ({ data }: MessageEvent<File>) => {
  areaText({ name: data.name, size: data.size, read: (from) => piecesOf(data, from) }, MAX_AREA_BYTES).then(
    (answer) => reply({ _tag: "Done", answer }),
    (error: unknown) =>
      reply({
        _tag: "Failed",
        message: error instanceof Error ? error.message : String(error),
        trouble: null
      })
  )
})
