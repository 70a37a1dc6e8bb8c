// Another commit beside this checkout: a worktree of git with its own node_modules, removed afterwards however the
// bench ends.
import { Data, Effect } from "effect"
import type { Scope } from "effect/Scope"
import { execFile } from "node:child_process"
import { readdirSync, readFileSync, rmSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { ROOT } from "../Server.ts"
import { linkTree } from "./linkTree.ts"
import { haveSamePackages } from "./lockFiles.ts"

const run = promisify(execFile)

/** Below the checkout, so that files can be linked; git ignores it. */
const SCRATCH = join(ROOT, ".scratch")
const NAME_PREFIX = "compare-"

/** CheckoutFailed says in words why a commit cannot be compared with. */
export class CheckoutFailed extends Data.TaggedError("CheckoutFailed")<{ readonly message: string }> {}

/** Checkout is a commit whose program can be started: the folder and the short hash of the commit. */
export interface Checkout {
  readonly root: string
  readonly commit: string
}

const attempt = (
  what: string,
  command: string,
  args: ReadonlyArray<string>,
  cwd = ROOT
): Effect.Effect<string, CheckoutFailed> =>
  Effect.tryPromise({
    try: async (signal) => (await run(command, args, { cwd, signal, maxBuffer: 2 ** 26 })).stdout.trim(),
    catch: (error) =>
      new CheckoutFailed({ message: `${what}: ${error instanceof Error ? error.message : String(error)}` })
  })

const git = (what: string, ...args: ReadonlyArray<string>) => attempt(what, "git", args)

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const removeWorktree = (root: string): Effect.Effect<void> =>
  git("cannot remove", "worktree", "remove", "--force", root).pipe(
    Effect.ignore,
    Effect.andThen(Effect.sync(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))),
    Effect.andThen(Effect.ignore(git("cannot prune", "worktree", "prune")))
  )

/** Removes the worktrees of runs that were killed. Their names carry the id of the process that made them. */
const removeStale = Effect.gen(function* () {
  for (const name of readdirSync(SCRATCH).filter((entry) => entry.startsWith(NAME_PREFIX)))
    if (!isRunning(Number(name.slice(NAME_PREFIX.length)))) yield* removeWorktree(join(SCRATCH, name))
})

/** Installs what the program needs: links to the files of this checkout where the lock file asks for the same. */
const install = (root: string): Effect.Effect<void, CheckoutFailed> =>
  Effect.gen(function* () {
    const [own, other] = [ROOT, root].map((folder) => readFileSync(join(folder, "package-lock.json"), "utf8"))
    if (haveSamePackages(own!, other!))
      return linkTree(join(ROOT, "node_modules"), join(root, "node_modules"))
    const npm = process.env["npm_execpath"]
    const args = ["ci", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--prefer-offline"]
    yield* npm === undefined
      ? attempt("cannot install its packages", "npm", args, root)
      : attempt("cannot install its packages", process.execPath, [npm, ...args], root)
  })

/** Finds a commit by any of its names; fails with a message for a name that git does not know. */
export const findCommit = (revision: string): Effect.Effect<string, CheckoutFailed> =>
  git("", "rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`).pipe(
    Effect.mapError(
      () =>
        new CheckoutFailed({
          message: `--compare: git knows no commit "${revision}" in ${ROOT}. Give a hash, a branch, a tag or HEAD~1.`
        })
    )
  )

/** Checks a commit out beside this checkout until the scope closes. */
export const checkOut = (revision: string): Effect.Effect<Checkout, CheckoutFailed, Scope> =>
  Effect.gen(function* () {
    const commit = yield* findCommit(revision)
    yield* Effect.promise(() => mkdir(SCRATCH, { recursive: true }))
    yield* removeStale
    const root = join(SCRATCH, `${NAME_PREFIX}${process.pid}`)
    yield* Effect.addFinalizer(() => removeWorktree(root))
    yield* git(`cannot check out ${revision}`, "worktree", "add", "--quiet", "--detach", root, commit)
    yield* install(root)
    return { root, commit: commit.slice(0, 8) }
  })

/** Returns the name of this checkout: its commit, and whether files differ from it. */
export const nameOfWorkingTree: Effect.Effect<string, CheckoutFailed> = Effect.gen(function* () {
  const commit = yield* findCommit("HEAD")
  const changes = yield* git("cannot read the state", "status", "--porcelain")
  return `${commit.slice(0, 8)}${changes === "" ? "" : " with changes"}`
})
