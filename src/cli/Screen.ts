// The terminal: results on stdout; progress and complaints on stderr.
import { Context } from "effect"

/** Screen is the output of a command. */
export class Screen extends Context.Service<
  Screen,
  {
    /** A line of the result. */
    readonly say: (line: string) => void
    /**
     * Where the work stands: rewritten in place where a person is watching, else a line every few seconds.
     * Cheap to call often.
     */
    readonly progress: (line: () => string) => void
    /** Why it did not work. */
    readonly complain: (message: string) => void
  }
>()("cli/Screen") {}

const CLEAR_LINE_CODE = "\r\u001b[2K"

/** Returns the screen of this process. */
export const terminal = (): Screen["Service"] => {
  const { stderr, stdout } = process
  const everyMs = stderr.isTTY ? 100 : 5000
  let shown = false,
    isRead = true,
    next = performance.now() + everyMs
  // who reads only the first lines (`| head`) is shown no more of them; the work goes on to its end
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
    isRead = false
  })
  const clear = () => {
    if (shown) stderr.write(CLEAR_LINE_CODE)
    shown = false
  }
  return {
    say: (line) => {
      clear()
      if (isRead) stdout.write(line + "\n")
    },
    progress: (line) => {
      if (performance.now() < next) return
      next = performance.now() + everyMs
      if (!stderr.isTTY) stderr.write(line() + "\n")
      else stderr.write(CLEAR_LINE_CODE + line().slice(0, (stderr.columns ?? 80) - 1))
      shown = stderr.isTTY
    },
    complain: (message) => {
      clear()
      stderr.write(`pugmark: ${message}\n`)
    }
  }
}
