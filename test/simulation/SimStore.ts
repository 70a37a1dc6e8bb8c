// The engine's ports on the simulated database, with what goes wrong between a process and its database:
// answers and questions that are lost, commits that were done and never acknowledged, long delays, a process
// that stands still and loses its partitions meanwhile.
import { Effect, Layer, type Scope } from "effect"
import { PARTITIONS, partitionOf } from "../../src/domain/intake/LogEntry.ts"
import {
  type Editions,
  FactSource,
  Feed,
  Fenced,
  HearingLog,
  History,
  Ids,
  Journal,
  LateSpans,
  type Epochs,
  Ownership,
  PartitionPlacement,
  RuleSetSource,
  Unfit
} from "../../src/engine/ports.ts"
import type { BatchResult } from "../../src/engine/evaluate/BatchResult.ts"
import { pieceOf, delayedSendTimes } from "../support/engine/memoryHistory.ts"
import { Chance } from "./Chance.ts"
import { apply, type Batch, batchOf, isOwners } from "./commit.ts"
import type { Database } from "./Database.ts"
import { readLog, readWindows } from "./feed.ts"
import { arrivalsOf, periodsOf, memoryOf, recalled, rollOf } from "./recollection.ts"
import type { Story } from "./Story.ts"
import type { VirtualTime } from "./VirtualTime.ts"
import { OwnershipWatch } from "./OwnershipWatch.ts"
import { SimPlacement } from "./SimPlacement.ts"
import { Watch } from "./Watch.ts"
import { written } from "./words.ts"
import { pendingRows } from "../support/engine/pendingRows.ts"

/** The connection to the database broke: whether the question arrived is not known. */
export class Lost extends Error {}

/** How many claims come late, of one. */
const LATE_CLAIMS = 0.15

/** One running engine, as its database sees it. */
export interface Process {
  readonly name: string
  isAlive: boolean
  frozenUntil: number
  /** it was told that the log grew while it did not listen */
  notified: boolean
  listen: (() => void) | null
}

export type HearingPort = (typeof HearingLog)["Service"]

/** What an engine is given. Defects are planted by changing these. */
export interface Ports {
  readonly feed: Feed["Service"]
  readonly ruleSetSource: RuleSetSource["Service"]
  readonly factSource: FactSource["Service"]
  readonly history: History["Service"]
  readonly lateSpans: LateSpans["Service"]
  readonly journal: Journal["Service"]
  readonly ownership: Ownership["Service"]
  readonly placement: Effect.Effect<PartitionPlacement["Service"], never, Scope.Scope>
  /** absent: everything is heard at any time */
  readonly hearing?: HearingPort
}

export class SimStore {
  readonly db: Database
  readonly time: VirtualTime
  readonly watch: Watch
  readonly trace: Array<string> = []
  readonly count = { faults: 0, commits: 0, crashes: 0 }
  /** how likely an operation goes wrong; 0: none does */
  faults: number
  /** whether a commit is asked for its epoch and its place in the log */
  isFenced = true
  /** and for the lanes */
  comparesLanes = true
  /** what becomes of a process that dies while it commits */
  onCrash: (process: Process) => void = () => undefined
  private hasRefused = false
  private readonly pace: number
  /** more goes wrong while something is done by halves */
  private readonly isWide: boolean
  private readonly hasOutages: boolean
  private readonly chance: Chance
  private readonly processes = new Set<Process>()
  readonly ownership: OwnershipWatch
  readonly placement: SimPlacement
  /** several engines share the partitions */
  private readonly isShared: boolean
  private readonly claims: Chance

  constructor(
    db: Database,
    time: VirtualTime,
    chance: Chance,
    story: Pick<Story, "blows" | "bounds" | "engines" | "faults" | "isWide" | "outages" | "pace" | "seed">
  ) {
    this.db = db
    this.watch = new Watch(db, story)
    this.time = time
    this.chance = chance
    this.faults = story.faults
    this.pace = story.pace
    this.isWide = story.isWide
    this.hasOutages = story.outages !== undefined
    this.isShared = story.engines > 1
    this.claims = new Chance(story.seed, "claims")
    this.ownership = new OwnershipWatch(db)
    this.placement = new SimPlacement(
      time,
      new Chance(story.seed, "placement"),
      this.isShared,
      () => (this.goesWrong(0.3) ? this.chance.between(1000, 8000) : this.way()),
      this.ownership,
      () => this.watch.happened(time.now)
    )
  }

  say(text: string): void {
    this.trace.push(`${this.time.now} ${text}`)
  }

  open(name: string): Process {
    const process: Process = { name, isAlive: true, frozenUntil: -Infinity, notified: false, listen: null }
    this.processes.add(process)
    return process
  }

  /** The end of a process: nothing it asks for afterwards reaches the database, nothing reaches it. */
  close(process: Process): void {
    process.isAlive = false
    this.watch.gone(process.name)
    this.processes.delete(process)
  }

  /** The log grew: everybody is told, but for the notifications that are lost. */
  notify(): void {
    for (const process of this.processes) {
      if (this.goesWrong(0.5)) continue
      if (process.listen === null) process.notified = true
      else process.listen()
    }
  }

  private goesWrong(share: number): boolean {
    return this.faults > 0 && this.chance.happens(this.faults * share)
  }

  /** How long a way takes, ms. */
  private way(): number {
    if (this.faults === 0 || this.chance.happens(0.6)) return 0
    if (this.goesWrong(0.15)) return this.chance.between(1000, 30_000)
    return this.chance.between(1, 8)
  }

  /**
   * Something a process asks its database: it gets there, is done at once, and the answer comes back. Any of
   * that may fail.
   */
  ask<A, E = never>(
    process: Process,
    what: string,
    answer: () => Effect.Effect<A, E>,
    takes = 0
  ): Effect.Effect<A, E> {
    return Effect.callback<A, E>((resume) => {
      const isCommit = what === "commit"
      if (isCommit || what === "claim") this.watch.happened(this.time.now)
      const fate = this.goesWrong(isCommit ? 0.5 : 0.15)
        ? "question lost"
        : this.goesWrong(isCommit ? 0.5 : 0.15)
          ? "answer lost"
          : null
      const isHalfway = isCommit && this.isWide && this.db.isHalfway
      if (isHalfway && this.goesWrong(0.5))
        process.frozenUntil = this.time.now + this.chance.between(3000, 20_000)
      const crash =
        isCommit && this.goesWrong(isHalfway ? 2 : 0.3)
          ? this.chance.pick(["before", "after"] as const)
          : null
      if (what === "claim") this.delayClaim(process)
      const pause = () => Math.max(0, process.frozenUntil - this.time.now)
      const reach = (then: () => void, milliseconds: number) =>
        milliseconds === 0 ? then() : void this.time.after(milliseconds, then)
      const fail = () =>
        reach(() => process.isAlive && resume(Effect.die(new Lost(what))), pause() + this.way())
      if (!process.isAlive) return
      reach(
        () => {
          if (crash === "before") this.onCrash(process)
          // what was on its way when a process died is done all the same, or not
          if (!process.isAlive && !this.chance.happens(0.5)) return
          if (fate !== null) {
            this.count.faults++
            this.say(`${process.name} ${what}: ${fate}`)
          }
          if (fate === "question lost") return fail()
          const result = answer()
          if (crash === "after") this.onCrash(process)
          if (fate === "answer lost") return fail()
          reach(() => {
            if (process.isAlive) resume(result)
          }, pause() + this.way())
        },
        pause() + takes + this.way()
      )
    })
  }

  /**
   * A process that was granted partitions may stand still before it claims them: others have claimed them
   * then.
   */
  private delayClaim(process: Process): void {
    if (!this.isShared || this.faults === 0 || !this.claims.happens(LATE_CLAIMS)) return
    const milliseconds = this.claims.between(3000, 20_000)
    this.say(`${process.name} stands still for ${milliseconds} before it claims`)
    process.frozenUntil = this.time.now + milliseconds
  }

  /** Commits a part of what a process decided, as a transaction of its own. */
  transact(
    process: Process,
    epochs: Epochs,
    batch: Batch
  ): Effect.Effect<ReadonlyMap<string, string>, Fenced | Unfit> {
    return this.ask(
      process,
      "commit",
      (): Effect.Effect<ReadonlyMap<string, string>, Fenced | Unfit> => {
        // for a passing reason: what is refused again and again is stepped over
        if (!this.hasRefused && this.goesWrong(0.1)) {
          this.hasRefused = true
          this.say(`${process.name} commit: refused`)
          return Effect.fail(new Unfit({ message: "refused" }))
        }
        const number = ++this.count.commits
        const known = this.apply(process, epochs, batch, number)
        this.say(`${process.name} commit ${number}: ${known === false ? "fenced" : written(batch)}`)
        if (known !== false) return Effect.succeed(known)
        const partitions = this.lostOf(epochs, batch)
        if (this.placement.isMember(process) && process.isAlive)
          this.ownership.fenced(process.name, partitions, this.time.now)
        return Effect.fail(new Fenced({ message: "not the owner", partitions }))
      },
      this.pace * (1 + batch.events.length)
    )
  }

  ports(process: Process): Ports {
    const { db } = this
    const read = <A>(what: string, answer: () => A) => this.ask(process, what, () => Effect.succeed(answer()))
    const now = () => this.time.now
    return {
      feed: {
        read: (reading, most) =>
          Effect.suspend(() => {
            this.watch.looked(process.name, now(), most)
            return read("read", () => readLog(db, reading, most))
          }),
        windows: (projectId, asked, most) => read("windows", () => readWindows(db, projectId, asked, most)),
        editions: (ids) => read("editions", () => new Map(ids.map((id) => [id, editionsOf(db, id)]))),
        scheduled: read(
          "scheduled",
          () =>
            new Map(
              [...db.projects.keys()].flatMap((id): ReadonlyArray<[string, Editions]> =>
                db.ruleSet(id).rules.some((r) => hasSchedule(r.document)) ? [[id, editionsOf(db, id)]] : []
              )
            )
        ),
        wait: (milliseconds) =>
          Effect.callback<void>((resume) => {
            const leave = () => {
              cancel()
              process.listen = null
              process.notified = false
              resume(Effect.void)
            }
            const cancel = this.time.after(process.notified ? 0 : milliseconds, leave)
            process.listen = leave
            return Effect.sync(cancel)
          })
      },
      ruleSetSource: {
        load: (id) => read("load", () => db.withFailing(db.ruleSet(id))),
        at: (id, version) =>
          read("at", () => db.projects.get(id)!.editions.find((e) => e.version === version)!)
      },
      factSource: {
        loadMemories: (subjects, reading, needs) =>
          read("wake", () => new Map(subjects.map((s) => [s, memoryOf(db, s, reading, needs)]))),
        who: (subjects) => read("who", () => new Map(subjects.map((s) => [s.id, db.people.get(s.id)!.who]))),
        scheduledSubjects: (projectId, reading, since) =>
          read("roll", () => rollOf(db, projectId, reading, since)),
        tickProgress: (partitions) =>
          read("ticked", () => {
            for (const partition of partitions)
              db.ticksRead.add(`${partition} ${db.claims.get(partition)?.epoch ?? 0}`)
            return [...db.ticked]
              .map(([key, ticked]) => ({
                projectId: key.split(" ")[0]!,
                partition: Number(key.split(" ")[1]),
                ...ticked
              }))
              .filter(({ partition }) => partitions.includes(partition))
          }),
        pendingDeadlines: (partitions, range) =>
          read("pending", () => {
            const rows = [...db.states.values()].flatMap(({ ruleId, subject, wakeAt }) =>
              wakeAt === null ? [] : [{ ruleId, subject, wakeAt }]
            )
            return pendingRows(rows, partitions, range)
          })
      },
      history: {
        recall: (stretches, needs, reading) =>
          read(
            "recall",
            () => new Map(stretches.map((s) => [s.subject.id, recalled(db, s, needs, reading)]))
          ),
        records: (stretches, reading, most) =>
          read(
            "records",
            () =>
              new Map(
                stretches.map(({ from, subject, to }) => {
                  const decided = db.events.bySubject
                    .of(subject.id)
                    .filter(({ event: e }) => e.subject.projectId === subject.projectId && e.at >= from)
                    .map((e) => e.event.at)
                  return [
                    subject.id,
                    pieceOf(
                      db.known(subject, reading).filter((o) => o.at >= from && o.at <= to),
                      decided,
                      from,
                      most
                    )
                  ]
                })
              )
          ),
        arrivals: (stretches, reading) =>
          read(
            "receipts",
            () =>
              new Map(
                stretches.map(({ from, subject, to }) => {
                  const arrivals = arrivalsOf(db, subject, reading).filter((r) => r <= to)
                  return [
                    subject.id,
                    arrivals.slice(
                      Math.max(
                        0,
                        arrivals.findLastIndex((r) => r < from)
                      )
                    )
                  ]
                })
              )
          ),
        delayedSendTimes: (asked, reading) =>
          read(
            "sent",
            () =>
              new Map(
                asked.map(({ within, subject }) => [
                  subject.id,
                  delayedSendTimes(db.known(subject, reading), within)
                ])
              )
          ),
        editions: (subjects) => read("periods", () => new Map(subjects.map((s) => [s.id, periodsOf(db, s)])))
      },
      lateSpans: {
        due: ({ most, maxWaitMs, partitions, quietMs }) =>
          read("spans", () => db.dueSpans(partitions, now(), quietMs, maxWaitMs, most)),
        unfinished: (partitions) =>
          read("begun", () => db.begunSpans.filter((s) => partitions.includes(partitionOf(s.subject.id))))
      },
      journal: {
        commit: (epochs, changes) =>
          Effect.suspend(() =>
            Effect.map(this.transact(process, new Map(epochs), batchOf(changes)), (known) =>
              name(changes, known)
            )
          )
      },
      ...(this.hasOutages
        ? {
            hearing: {
              look: (known, vouch) => read("hearing", () => db.listening.look(known, vouch, now()))
            }
          }
        : {}),
      ownership: {
        claim: (partitions) =>
          read("claim", () => {
            this.say(`${process.name} claims ${partitions.join(" ")}`)
            const tenures = partitions.map((partition) => {
              const epoch = (db.claims.get(partition)?.epoch ?? 0) + 1
              // what was on its way when a process died claims for no process
              db.claims.set(partition, { epoch, owner: process.isAlive ? process.name : "" })
              const isHolder = this.placement.isHolder(process, partition)
              this.ownership.claimed(process.name, partition, isHolder, now())
              return { partition, epoch, position: db.cursors.get(partition)! }
            })
            return { tenures, lanes: db.reading.lanes.filter((l) => partitions.includes(l.partition)) }
          })
      },
      placement: this.placement.join(process)
    }
  }

  /** The partitions of a batch that are another's, or not where they were read. */
  private lostOf(epochs: Epochs, { cursors }: Batch): ReadonlyArray<number> {
    return cursors
      .filter(
        ({ from, partition }) =>
          this.db.cursors.get(partition) !== from ||
          epochs.get(partition) !== this.db.claims.get(partition)?.epoch
      )
      .map((c) => c.partition)
  }

  private apply(
    { name }: Process,
    epochs: Epochs,
    batch: Batch,
    number: number
  ): ReadonlyMap<string, string> | false {
    const {
      db,
      time: { now },
      watch
    } = this
    if (this.isFenced && !isOwners(db, epochs, batch, this.comparesLanes)) return false
    watch.committing(batch, name, now)
    const known = apply(db, epochs, batch, number, now)
    watch.committed(batch, now)
    return known
  }

  layer({
    factSource,
    feed,
    hearing,
    history,
    journal,
    lateSpans,
    ownership,
    placement,
    ruleSetSource
  }: Ports) {
    return Layer.mergeAll(
      Layer.succeed(Feed, feed),
      Layer.succeed(RuleSetSource, ruleSetSource),
      Layer.succeed(FactSource, factSource),
      Layer.succeed(History, history),
      Layer.succeed(LateSpans, lateSpans),
      Layer.succeed(Journal, journal),
      Layer.succeed(Ownership, ownership),
      Layer.effect(PartitionPlacement, placement),
      hearing === undefined ? Layer.empty : Layer.succeed(HearingLog, hearing),
      Layer.succeed(Ids, { next: () => this.db.nextId("id") })
    )
  }
}

/** Events that existed go by the ids they had. */
export const name = (changes: BatchResult, known: ReadonlyMap<string, string>): void => {
  for (const actor of changes.states.keys())
    if (actor.episode !== null) actor.episode = known.get(actor.episode) ?? actor.episode
}

const editionsOf = (db: Database, id: string): Editions => ({
  ruleSet: db.ruleSet(id).version,
  roster: db.projects.get(id)!.roster
})

const hasSchedule = (document: unknown): boolean =>
  (document as { readonly trigger: { readonly kind: string } }).trigger.kind === "schedule"

/**
 * Whether nothing waits: the log is judged to its end, nobody is in a lane, and no change of the past is
 * left.
 */
export const isDrained = (db: Database): boolean => {
  const ends = new Map(Array.from({ length: PARTITIONS }, (_, p) => [p, 0]))
  for (const { id, partition } of db.log) ends.set(partition, id)
  return (
    [...ends].every(([partition, id]) => db.cursors.get(partition) === id) &&
    db.lanes.size === 0 &&
    db.spans.every((s) => s.replayed)
  )
}
