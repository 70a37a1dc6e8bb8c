// What is watched while a story is told: that nobody waits for another's flood, that a commit stays small,
// that time waits for those who are in a lane, and that nothing spins. Waiting is counted where nothing goes
// wrong: in stories without faults, and after the last fault.
import type { BatchLimits } from "../../src/engine/live/AdaptiveBatchLimit.ts"
import { partitionOf } from "../../src/domain/intake/LogEntry.ts"
import { subjectKey } from "../../src/domain/rule/Observation.ts"
import type { Batch } from "./commit.ts"
import type { Database } from "./Database.ts"
import { ROWS } from "./feed.ts"
import { laneKey } from "./lanes.ts"
import type { StoredProject } from "./Stored.ts"
import type { Story } from "./Story.ts"

/** Commits of one turn: rows, time, the late lane's two, a lane's. */
const A_TURN = 5
/**
 * What a turn may take, and the notification: where nothing goes wrong answers come at once, so whoever waits
 * for longer was not looked at, ms.
 */
const TURN_MS = 50
const BELL_MS = 100
/**
 * Looks at the log in a second in which nothing happens: the first, the idle one, the notification's echo,
 * and timers that bring nothing, in turns.
 */
const LOOKS = 6
/** Steps that one rule may take, and events it may make, at one instant: its records, deadlines, and borders. */
const STEPS_AT_ONCE = 6
const EVENTS_AT_ONCE = 2

/** A log row that was not judged yet. */
interface Waiting {
  readonly row: number
  readonly partition: number
  /** who owned the partition when it came */
  readonly owner: string
  readonly epoch: number
  readonly loggedAt: number
  /** commits of the owner before it */
  readonly commits: number
  /** rows before it in its partition, and records before it in the log, that are not judged */
  readonly rows: number
  readonly size: number
  /** the fewest records that were asked for since */
  most: number
}

export class Watch {
  /** nothing goes wrong from here on */
  isQuiet: boolean
  private readonly db: Database
  private readonly bounds: BatchLimits | null
  private readonly pace: number
  private commits = 0
  /** by process */
  private readonly commitsOf = new Map<string, number>()
  private waiting: Array<Waiting> = []
  private epochs = 0
  /** project in lanes -> commits when it had its turn */
  private readonly served = new Map<string, number>()
  /** the second in which looks are counted, by process, and whether anything happened in it */
  private second = -Infinity
  private readonly looks = new Map<string, number>()
  private isBusy = false

  constructor(
    db: Database,
    { blows, bounds, faults, pace }: Pick<Story, "blows" | "bounds" | "faults" | "pace">
  ) {
    this.db = db
    this.bounds = bounds
    this.pace = pace
    this.isQuiet = faults === 0 && blows.length === 0
  }

  private violates(what: string): void {
    this.db.violations.push(what)
  }

  /** Something happened: it may be looked for. */
  happened(now: number): void {
    this.tell(now)
    this.isBusy = true
  }

  /** A process is no more: its partitions have no owner until they are claimed. */
  gone(name: string): void {
    for (const [partition, { epoch, owner }] of this.db.claims)
      if (owner === name) this.db.claims.set(partition, { epoch, owner: "" })
  }

  /** An engine looks at the log, for so many records. */
  looked(name: string, now: number, most: number): void {
    this.tell(now)
    for (const w of this.waiting) if (w.owner === name) w.most = Math.min(w.most, most)
    const looks = (this.looks.get(name) ?? 0) + 1
    this.looks.set(name, looks)
    if (looks === LOOKS + 1 && !this.isBusy)
      this.violates(
        `I26 an engine looks at the log more than ${LOOKS} times in the second of ${now}, in which ` +
          `nothing happens`
      )
  }

  private tell(now: number): void {
    const second = Math.floor(now / 1000)
    if (second === this.second) return
    // what happens at the end of a second is looked for at the beginning of the next
    this.isBusy =
      this.isBusy && second === this.second + 1 && [...this.looks.values()].some((looks) => looks > LOOKS)
    this.second = second
    this.looks.clear()
  }

  /** Rows came into the log. */
  logged(fromRow: number, now: number): void {
    const { db } = this
    this.happened(now)
    if (!this.isQuiet) return
    for (const { id, partition } of db.log.slice(fromRow)) {
      const { epoch, owner } = db.claims.get(partition) ?? { epoch: 0, owner: "" }
      if (owner === "") continue
      const unread = db.log.filter((r) => r.id < id && r.id > db.cursors.get(r.partition)!)
      const rows = unread.filter((r) => r.partition === partition).length,
        size = unread.reduce((sum, r) => sum + r.size, 0)
      this.waiting.push({
        row: id,
        partition,
        owner,
        epoch,
        loggedAt: now,
        commits: this.commitsOf.get(owner) ?? 0,
        rows,
        size,
        most: Infinity
      })
    }
  }

  /** A batch is about to be applied. */
  committing(batch: Batch, name: string, now: number): void {
    this.happened(now)
    this.commits++
    this.commitsOf.set(name, (this.commitsOf.get(name) ?? 0) + 1)
    this.isSmall(batch)
    this.timeWaits(batch)
  }

  /** A commit can be no larger than its bounds and what one instant of each project brings. */
  private isSmall({ events, work }: Batch): void {
    const { bounds, db } = this
    if (bounds === null) return
    const projects = [...db.projects.values()],
      busy = new Set(events.map((e) => e.subject.projectId))
    // whoever has nothing of a share left to it gets a part all the same
    const shares = 1 + projects.reduce((sum, _, i) => sum + 1 / (4 * (i + 1)), 0)
    const rulesOf = (some: ReadonlyArray<StoredProject>) => some.reduce((sum, p) => sum + p.rules.size, 0)
    const most = {
      events: shares * bounds.events + EVENTS_AT_ONCE * rulesOf(projects.filter((p) => busy.has(p.id))),
      steps: shares * bounds.evaluations + STEPS_AT_ONCE * rulesOf(projects)
    }
    if (events.length > most.events)
      this.violates(`I26 a commit has ${events.length} events where ${bounds.events} are allowed`)
    if (work.evaluations > most.steps)
      this.violates(`I26 a commit takes ${work.evaluations} steps where ${bounds.evaluations} are allowed`)
  }

  /** Of a project in a lane nothing is decided but by its lane, and by the late lane. */
  private timeWaits({ events, lanes }: Batch): void {
    const { db } = this,
      moved = new Set(lanes.map(({ after, before }) => laneKey(before ?? after!)))
    for (const { key, subject } of events) {
      const lane = laneKey({ partition: partitionOf(subject.id), projectId: subject.projectId })
      if (db.lanes.has(lane) && !moved.has(lane))
        this.violates(`I6 ${key} of ${subjectKey(subject)} is decided outside the lane of its project`)
    }
  }

  /** A batch was applied. */
  committed({ lanes }: Batch, now: number): void {
    const { db } = this
    const judged = this.waiting.filter((w) => w.row <= db.cursors.get(w.partition)!)
    if (judged.length > 0) this.waiting = this.waiting.filter((w) => w.row > db.cursors.get(w.partition)!)
    for (const { commits, epoch, loggedAt, most, owner, partition, row, rows, size } of judged) {
      if (!this.isQuiet || epoch !== db.claims.get(partition)?.epoch) continue
      const passed = (this.commitsOf.get(owner) ?? 0) - commits,
        ms = now - loggedAt,
        turns = 1 + Math.ceil(rows / ROWS) + Math.ceil(size / most)
      if (passed > A_TURN * turns + 1)
        this.violates(`I26 row ${row} waited for ${passed} commits, where ${turns} turns were before it`)
      if (this.pace === 0 && ms > BELL_MS + TURN_MS * (turns + 1))
        this.violates(`I26 row ${row} waited for ${ms} ms, where ${turns} turns were before it`)
    }
    this.isServed(new Set(lanes.map(({ after, before }) => (before ?? after!).projectId)))
  }

  /** Every project in lanes has its turn after those of the others. */
  private isServed(moved: ReadonlySet<string>): void {
    const { db, served } = this,
      ownerOf = (partition: number) => db.claims.get(partition)?.owner ?? "",
      engines = new Set(Array.from(db.claims.values(), ({ owner }) => owner)),
      epochs = [...db.claims.values()].reduce((sum, { epoch }) => sum + epoch, 0),
      // lanes in partitions of a process that died wait for its successor
      owned = [...db.lanes.values()].filter((l) => ownerOf(l.partition) !== ""),
      parked = new Set(owned.map((l) => l.projectId))
    // who takes lanes over begins with its own turns
    if (epochs !== this.epochs) served.clear()
    this.epochs = epochs
    for (const id of served.keys()) if (!parked.has(id)) served.delete(id)
    for (const id of parked) {
      const since = served.get(id)
      if (since === undefined || moved.has(id) || !this.isQuiet) served.set(id, this.commits)
      else if (this.commits - since > A_TURN * (db.projects.size + 1) * engines.size)
        this.violates(`I26 ${id} waits in its lanes while others have ${this.commits - since} commits`)
    }
  }
}
