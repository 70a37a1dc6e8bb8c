// How long each task of a page was in script, while something is done: by the processor's clock, so that a busy
// machine matters little, and without the layout that script asked for, as the browser's own sum counts it.
import type { Browser, Page } from "playwright-core"

/** What a trace notes of one stretch of a thread; `tdur`: µs that the thread had a processor. */
interface Noted {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

const CATEGORIES = [
  "-*",
  "toplevel",
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "v8.execute"
]

const TASKS = new Set(["RunTask", "ThreadControllerImpl::RunTask"])
const SCRIPT = new Set(["EvaluateScript", "FunctionCall", "RunMicrotasks", "v8.compile", "v8.compileModule"])
const LAYOUT = new Set(["Layout", "UpdateLayoutTree"])

/** Those of some names that lie in no other of them, by their beginning. */
const outermost = (all: ReadonlyArray<Noted>, names: ReadonlySet<string>): ReadonlyArray<Noted> => {
  let end = -Infinity
  return all.filter(({ dur = 0, name, ts }) => {
    if (!names.has(name) || ts < end) return false
    end = ts + dur
    return true
  })
}

const within = (all: ReadonlyArray<Noted>, { dur = 0, ts }: Noted): ReadonlyArray<Noted> =>
  all.filter((one) => one.ts >= ts && one.ts < ts + dur)

/** Who had less than a microsecond is noted without it. */
const spent = (all: ReadonlyArray<Noted>): number => all.reduce((sum, { tdur = 0 }) => sum + tdur, 0)

const scriptOf = (thread: ReadonlyArray<Noted>): ReadonlyArray<number> => {
  const scripts = outermost(thread, SCRIPT),
    layouts = outermost(thread, LAYOUT)
  return outermost(thread, TASKS).map((task) => {
    const own = within(scripts, task)
    return (spent(own) - spent(own.flatMap((one) => within(layouts, one)))) / 1000
  })
}

/** ms of script of each task of the main threads of all pages, while something is done. */
export const scriptOfTasks = async (
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>
): Promise<ReadonlyArray<number>> => {
  await browser.startTracing(page, { categories: CATEGORIES })
  await work()
  const trace: { readonly traceEvents: ReadonlyArray<Noted> } = JSON.parse(
    (await browser.stopTracing()).toString()
  )
  const keyOf = ({ pid, tid }: Noted) => `${pid} ${tid}`
  const mains = new Set(
    trace.traceEvents
      .filter(({ args, name }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(keyOf)
  )
  const noted = trace.traceEvents.filter((one) => one.ph === "X" && mains.has(keyOf(one)))
  if (spent(noted) === 0) throw new Error("the trace has no processor time")
  return [...Map.groupBy(noted, keyOf).values()].flatMap((thread) =>
    scriptOf(thread.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0)))
  )
}
