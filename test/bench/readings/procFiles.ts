// What the files below /proc say of a process, a thread and a process of PostgreSQL: the pure part of reading them.

/** Clock ticks per second: the kernel's answer to programs is always 100. */
const TICKS_PER_SECOND = 100

/** SERVER_THREADS are the kinds of threads of the server's process; "v8" compiles and collects garbage. */
export const SERVER_THREADS = ["main", "engine", "v8", "libuv", "other"] as const
export type ServerThread = (typeof SERVER_THREADS)[number]

/**
 * DATABASE_ROLES are the roles of processes of PostgreSQL: connections of ingest, of the engine and of
 * others, and what belongs to no connection (checkpointer, WAL writer, autovacuum, I/O workers).
 */
export const DATABASE_ROLES = ["ingest", "engine", "others", "background"] as const
export type DatabaseRole = (typeof DATABASE_ROLES)[number]

/** StatTimes are the times of a process or thread in seconds; `dead`: of its children that have ended. */
export interface StatTimes {
  readonly parent: number
  readonly own: number
  readonly dead: number
}

/** Parses /proc/PID/stat. The name of the program, in brackets, may have spaces and brackets itself. */
export const parseStat = (text: string): StatTimes => {
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number)
  return {
    parent: fields[1]!,
    own: (fields[11]! + fields[12]!) / TICKS_PER_SECOND,
    dead: (fields[13]! + fields[14]!) / TICKS_PER_SECOND
  }
}

/**
 * Sorts the threads of a process by kind. The engine's thread is the one named "engine"; in a program that
 * gives it no name, the first worker thread.
 */
export const threadsByKind = (
  pid: number,
  threads: ReadonlyArray<{ readonly id: number; readonly name: string }>
): Readonly<Record<ServerThread, ReadonlyArray<number>>> => {
  const ordered = threads.toSorted((a, b) => a.id - b.id)
  const engine =
    ordered.find(({ name }) => name === "engine") ?? ordered.find(({ name }) => name === "WorkerThread")
  const kindOf = ({ id, name }: { readonly id: number; readonly name: string }): ServerThread =>
    id === pid
      ? "main"
      : id === engine?.id
        ? "engine"
        : name === "V8Worker"
          ? "v8"
          : name === "libuv-worker"
            ? "libuv"
            : "other"
  const kinds: Record<ServerThread, Array<number>> = { main: [], engine: [], v8: [], libuv: [], other: [] }
  for (const thread of ordered) kinds[kindOf(thread)].push(thread.id)
  return kinds
}

/**
 * Returns the role of a process of PostgreSQL by its title, "postgres: USER DATABASE HOST STATE" of a
 * connection.
 */
export const roleOfProcess = (title: string): DatabaseRole => {
  const [, user = "", ...rest] = title.replaceAll("\0", " ").trim().split(" ")
  if (!rest.some((word) => word === "[local]" || /^[\d.:a-f]+\(\d+\)$/i.test(word))) return "background"
  return user.startsWith("pugmark_ingest")
    ? "ingest"
    : user.startsWith("pugmark_engine")
      ? "engine"
      : "others"
}
