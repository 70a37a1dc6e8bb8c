// A program as its user starts it at a terminal, with the keys and the screen of one.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"

const hasScript = spawnSync("/bin/sh", ["-c", "command -v script"]).status === 0

/**
 * What stands for the terminal: where a machine has no `script`, the program and all that it starts are told
 * that their pipes are one.
 */
export const TERMINAL = hasScript ? "a pseudo terminal" : "pipes that are called a terminal"

const CALLED_ONE =
  "--import=data:text/javascript," + encodeURIComponent("process.stdout.isTTY = process.stderr.isTTY = true")

/** `script` of util-linux takes a command with an option, that of the BSDs and macOS after the file. */
const commandLine = (command: string): readonly [string, ReadonlyArray<string>] => {
  if (!hasScript) return ["/bin/sh", ["-c", command]]
  return process.platform === "linux"
    ? ["script", ["-qec", command, "/dev/null"]]
    : ["script", ["-q", "/dev/null", "/bin/sh", "-c", command]]
}

export interface Terminal {
  /** Everything that was on the screen so far, with plain line ends. */
  readonly screen: () => string
  /** Ctrl-C; waits for the end of the program, and gives its exit code. */
  readonly interrupt: Effect.Effect<number | null>
  /** Waits for the end of the program, and gives its exit code. */
  readonly end: Effect.Effect<number | null>
}

/** Runs a shell's command at a terminal, in a directory, with nothing but this environment. */
export const openTerminal = (
  command: string,
  cwd: string,
  env: Readonly<Record<string, string>>
): Effect.Effect<Terminal, never, Scope> =>
  Effect.gen(function* () {
    const [program, args] = commandLine(command)
    const child = spawn(program, args, {
      cwd,
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
      env: { TERM: "xterm", ...(hasScript ? {} : { NODE_OPTIONS: CALLED_ONE }), ...env }
    })
    let shown = ""
    for (const output of [child.stdout, child.stderr])
      output.setEncoding("utf8").on("data", (text: string) => (shown += text))
    const ended = once(child, "close")
    const awaitEnd = Effect.promise(() => ended)
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null
    // a terminal that is closed takes its programs with it
    yield* Effect.addFinalizer(() => {
      if (hasEnded()) return Effect.void
      process.kill(-child.pid!, "SIGKILL")
      return awaitEnd
    })
    return {
      screen: () => shown.replaceAll("\r\n", "\n"),
      interrupt: Effect.gen(function* () {
        if (hasScript) child.stdin.write("\u0003")
        else process.kill(-child.pid!, "SIGINT")
        yield* awaitEnd
        return child.exitCode
      }),
      end: Effect.map(awaitEnd, () => child.exitCode)
    }
  })
