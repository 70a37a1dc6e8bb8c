// The engine's ports on the simulated database, with what goes wrong between a process and its database: answers and questions that are
// lost, commits that were done and never acknowledged, long delays, a process that stands still, a lease that runs out meanwhile.
import { Effect, Layer } from "effect"
import type { Subject } from "../../src/domain/rule/Observation.ts"
import { LOOKBACK_MS } from "../../src/domain/rule/Facts.ts"
import { standingOf } from "../../src/domain/rule/scope.ts"
import { PARTITIONS } from "../../src/domain/intake/LogEntry.ts"
import type { Needs } from "../../src/engine/Needs.ts"
import {
  type Editions, FactSource, Feed, Fenced, History, Ids, Journal, LateSpans, type LaneMove, type Member, type Memory, Ownership, type Reading, RuleBook, type Stretch, type Tenure, Unfit
} from "../../src/engine/ports.ts"
import type { Changes } from "../../src/engine/Changes.ts"
import { factsOf, pieceOf } from "../support/memoryHistory.ts"
import type { Chance } from "./Chance.ts"
import { apply, type Batch, batchOf } from "./commit.ts"
import type { Database } from "./Database.ts"
import { readLog, readWindows } from "./feed.ts"
import { isJudged } from "./lanes.ts"
import type { VirtualTime } from "./VirtualTime.ts"

const LEASE_MS = 6000

/** The connection to the database broke: whether the question arrived is not known. */
export class Lost extends Error {}

/** One running engine, as its database sees it. */
export interface Process {
  readonly name: string
  isAlive: boolean
  frozenUntil: number
  /** it was told that the log grew while it did not listen */
  rung: boolean
  listen: (() => void) | null
}

/** What an engine is given. Defects are planted by changing these. */
export interface Ports {
  readonly feed: Feed["Service"]
  readonly ruleBook: RuleBook["Service"]
  readonly factSource: FactSource["Service"]
  readonly history: History["Service"]
  readonly lateSpans: LateSpans["Service"]
  readonly journal: Journal["Service"]
  readonly ownership: Ownership["Service"]
}

export class SimStore {
  readonly db: Database
  readonly time: VirtualTime
  readonly trace: Array<string> = []
  readonly count = { faults: 0, commits: 0, crashes: 0 }
  /** how likely an operation goes wrong; 0: none does */
  faults: number
  /** whether a commit is asked for its epoch and its place in the log */
  isFenced = true
  /** what becomes of a process that dies while it commits */
  onCrash: (process: Process) => void = () => undefined
  private hasRefused = false
  private readonly chance: Chance
  private readonly processes = new Set<Process>()

  constructor(db: Database, time: VirtualTime, chance: Chance, faults: number) {
    this.db = db
    this.time = time
    this.chance = chance
    this.faults = faults
  }

  say(text: string): void {
    this.trace.push(`${this.time.now} ${text}`)
  }

  open(name: string): Process {
    const process: Process = { name, isAlive: true, frozenUntil: -Infinity, rung: false, listen: null }
    this.processes.add(process)
    return process
  }

  /** The end of a process: nothing it asks for afterwards reaches the database, nothing reaches it. */
  close(process: Process): void {
    process.isAlive = false
    this.processes.delete(process)
  }

  /** The log grew: everybody is told, but for the bells that are lost. */
  ring(): void {
    for (const process of this.processes) {
      if (this.goesWrong(0.5)) continue
      if (process.listen === null) process.rung = true
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

  /** Something a process asks its database: it gets there, is done at once, and the answer comes back. Any of that may fail. */
  ask<A, E = never>(process: Process, what: string, answer: () => Effect.Effect<A, E>): Effect.Effect<A, E> {
    return Effect.callback<A, E>((resume) => {
      const isCommit = what === "commit"
      const fate = this.goesWrong(isCommit ? 0.5 : 0.15) ? "question lost" : this.goesWrong(isCommit ? 0.5 : 0.15) ? "answer lost" : null
      const crash = isCommit && this.goesWrong(0.3) ? this.chance.pick(["before", "after"] as const) : null
      const pause = () => Math.max(0, process.frozenUntil - this.time.now)
      const reach = (then: () => void, milliseconds: number) => milliseconds === 0 ? then() : void this.time.after(milliseconds, then)
      const fail = () => reach(() => process.isAlive && resume(Effect.die(new Lost(what))), pause() + this.way())
      if (!process.isAlive) return
      reach(() => {
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
      }, pause() + this.way())
    })
  }

  /** Commits a part of what a process decided, as a transaction of its own. */
  transact(process: Process, tenure: Tenure, batch: Batch): Effect.Effect<ReadonlyMap<string, string>, Fenced | Unfit> {
    return this.ask(process, "commit", (): Effect.Effect<ReadonlyMap<string, string>, Fenced | Unfit> => {
      // for a passing reason: what is refused again and again is stepped over
      if (!this.hasRefused && this.goesWrong(0.1)) {
        this.hasRefused = true
        this.say(`${process.name} commit: refused`)
        return Effect.fail(new Unfit({ message: "refused" }))
      }
      const number = ++this.count.commits
      const known = apply(this.db, tenure, batch, number, this.time.now, this.isFenced)
      this.say(`${process.name} commit ${number} of epoch ${tenure.epoch}: ${known === false ? "fenced" : written(batch)}`)
      return known === false ? Effect.fail(new Fenced({ message: `epoch ${tenure.epoch} is over` })) : Effect.succeed(known)
    })
  }

  ports(process: Process): Ports {
    const { db } = this
    const read = <A>(what: string, answer: () => A) => this.ask(process, what, () => Effect.succeed(answer()))
    const now = () => this.time.now
    return {
      feed: {
        read: (reading, most) => read("read", () => readLog(db, reading, most)),
        windows: (projectId, asked, most) => read("windows", () => readWindows(db, projectId, asked, most)),
        editions: (ids) => read("editions", () => new Map(ids.map((id) => [id, editionsOf(db, id)]))),
        scheduled: read("scheduled", () => new Map([...db.projects.keys()].flatMap((id): ReadonlyArray<[string, Editions]> =>
          db.book(id).rules.some((r) => hasSchedule(r.document)) ? [[id, editionsOf(db, id)]] : []))),
        wait: (milliseconds) => Effect.callback<void>((resume) => {
          const leave = () => {
            cancel()
            process.listen = null
            process.rung = false
            resume(Effect.void)
          }
          const cancel = this.time.after(process.rung ? 0 : milliseconds, leave)
          process.listen = leave
          return Effect.sync(cancel)
        })
      },
      ruleBook: {
        load: (id) => read("load", () => db.withFailing(db.book(id))),
        at: (id, version) => read("at", () => db.projects.get(id)!.editions.find((e) => e.version === version)!)
      },
      factSource: {
        wake: (subjects, reading, needs) => read("wake", () => new Map(subjects.map((s) => [s, memoryOf(db, s, reading, needs)]))),
        who: (subjects) => read("who", () => new Map(subjects.map((s) => [s.id, db.people.get(s.id)!.who]))),
        roll: (projectId, reading, since) => read("roll", () => rollOf(db, projectId, reading, since)),
        ticked: read("ticked", () => [...db.ticked].map(([key, ticked]) => ({ projectId: key.split(" ")[0]!, partition: Number(key.split(" ")[1]), ...ticked }))),
        pending: read("pending", () => [...db.states.values()].flatMap(({ ruleId, subject, wakeAt }) => wakeAt === null ? [] : [{ ruleId, subject, wakeAt }]))
      },
      history: {
        recall: (stretches, needs, reading) => read("recall", () => new Map(stretches.map((s) => [s.subject.id, recalled(db, s, needs, reading)]))),
        records: (stretches, reading, most) => read("records", () => new Map(stretches.map(({ from, subject, to }) => {
          const decided = [...db.events.values()].filter(({ event: e }) => e.subject.id === subject.id && e.subject.projectId === subject.projectId && e.at >= from).map((e) => e.event.at)
          return [subject.id, pieceOf(db.known(subject, reading).filter((o) => o.at >= from && o.at <= to), decided, from, most)]
        }))),
        receipts: (stretches, reading) => read("receipts", () => new Map(stretches.map(({ from, subject, to }) => {
          const arrivals = arrivalsOf(db, subject, reading).filter((r) => r <= to)
          return [subject.id, arrivals.slice(Math.max(0, arrivals.findLastIndex((r) => r < from)))]
        }))),
        editions: (subjects) => read("chapters", () => new Map(subjects.map((s) => [s.id, chaptersOf(db, s)])))
      },
      lateSpans: { due: ({ most, patienceMs, quietMs }) => read("spans", () => db.dueSpans(now(), quietMs, patienceMs, most)), begun: read("begun", () => db.begunSpans) },
      journal: {
        commit: (tenure, changes) => Effect.suspend(() => Effect.map(this.transact(process, tenure, batchOf(changes)), (known) => name(changes, known)))
      },
      ownership: {
        claim: read("claim", () => {
          if (now() < db.leaseUntil) return null
          db.leaseUntil = now() + LEASE_MS
          this.say(`${process.name} owns the log, epoch ${db.epoch + 1}`)
          return { epoch: ++db.epoch, ...db.reading }
        }),
        renew: ({ epoch }) => read("renew", () => {
          if (epoch !== db.epoch) return false
          db.leaseUntil = now() + LEASE_MS
          return true
        }),
        release: ({ epoch }) => read("release", () => {
          if (epoch === db.epoch) db.leaseUntil = -Infinity
        })
      }
    }
  }

  layer({ factSource, feed, history, journal, lateSpans, ownership, ruleBook }: Ports) {
    return Layer.mergeAll(
      Layer.succeed(Feed, feed), Layer.succeed(RuleBook, ruleBook), Layer.succeed(FactSource, factSource), Layer.succeed(History, history),
      Layer.succeed(LateSpans, lateSpans), Layer.succeed(Journal, journal), Layer.succeed(Ownership, ownership), Layer.succeed(Ids, { next: () => this.db.nextId("id") })
    )
  }
}

/** Events that existed go by the ids they had. */
export const name = (changes: Changes, known: ReadonlyMap<string, string>): void => {
  for (const actor of changes.states.keys()) if (actor.episode !== null) actor.episode = known.get(actor.episode) ?? actor.episode
}

const inWords = ({ after, before }: LaneMove): string => {
  const { partition, projectId } = before ?? after!
  if (after === null) return `lane of ${projectId} in ${partition} closes`
  const { place, position, upTo } = after
  return `lane of ${projectId} in ${partition} ${before === null ? "opens" : "goes on"} (${position}, ${upTo}]${place === null ? "" : ` ${place.subjectId} ${place.at}${place.ticked ? " ticked" : ""}`}`
}

const written = ({ cursors, ended, events, lanes, late, rewrites, ticked }: Batch): string => [
  ...cursors.filter((c) => c.from !== c.to).map((c) => `${c.partition}:${c.to}`), ...lanes.map(inWords),
  ...ticked.map((t) => `ticks of ${t.partition} to ${t.to}${t.half === null ? "" : `, half to ${t.half.to}: ${t.half.subjectId} ${t.half.at}`}`),
  ...events.map((e) => `event ${e.key}${e.late ? " late" : ""}`), ...ended.map((e) => `end of ${e.eventId} at ${e.at}`),
  ...late.map((l) => `late from ${l.from} of ${l.subject.id}`),
  ...rewrites.map((r) => `past of ${r.span.subject.id} from ${r.span.from} to ${r.to}: ${r.events.map((e) => e.key).join(", ")}`)
].join("; ")

const editionsOf = (db: Database, id: string): Editions => ({ book: db.book(id).version, roster: db.projects.get(id)!.roster })

const hasSchedule = (document: unknown): boolean => (document as { readonly trigger: { readonly kind: string } }).trigger.kind === "schedule"

const cellOf = ({ id, projectId }: Subject) => `${projectId} ${id}`
const chaptersOf = (db: Database, subject: Subject) => db.chapters.filter((c) => c.subject === cellOf(subject))

/** When anything of a subject arrived, ascending. */
const arrivalsOf = (db: Database, subject: Subject, reading: Reading | null): ReadonlyArray<number> =>
  [...new Set(db.known(subject, reading).map((o) => o.receivedAt))].sort((a, b) => a - b)

/** Facts from records, those that are too old to be known left out; `moment`: from where that is counted. */
const knownFacts = (records: Parameters<typeof factsOf>[0], needs: Needs, moment: number) => {
  const facts = factsOf(records.filter((o) => o.at >= moment - LOOKBACK_MS), needs)
  const samples = new Map([...facts.samples].map(([metric, list]) => [metric, list.filter((s) => s.at > moment - needs.spans.get(metric)! * 1000)]))
  return { ...facts, samples, watermark: records.at(-1)?.at ?? null }
}

const memoryOf = (db: Database, subject: Subject, reading: Reading, needs: Needs): Memory => {
  const records = db.known(subject, reading), chapter = chaptersOf(db, subject).at(-1)
  return {
    ...knownFacts(records, needs, records.at(-1)?.at ?? 0),
    placements: db.placements.get(cellOf(subject)) ?? new Map(),
    states: [...db.states.values()].filter((s) => s.subject.id === subject.id),
    edition: chapter?.version ?? null, standing: chapter?.standing ?? null,
    tickFloor: chapter?.tickFloor ?? -Infinity, judged: chapter?.judged ?? new Map()
  }
}

const recalled = (db: Database, { from, subject }: Stretch, needs: Needs, reading: Reading | null): Memory => {
  const moves = db.moves.filter((m) => m.subject === cellOf(subject) && m.at < from).toSorted((a, b) => a.at - b.at)
  const last = new Map(db.transitions.filter((t) => t.subjectId === subject.id && t.at < from).toSorted((a, b) => a.at - b.at).map((t) => [t.ruleId, t]))
  return {
    ...knownFacts(db.known(subject, reading).filter((o) => o.at < from), needs, from),
    placements: new Map(needs.lenses.flatMap(({ key }) => moves.findLast((m) => m.lens === key) ?? []).map((m) => [m.lens, m.placement])),
    states: [...last.values()],
    edition: null, standing: null, tickFloor: -Infinity, judged: new Map()
  }
}

const rollOf = (db: Database, projectId: string, reading: Reading, since: number): ReadonlyArray<Member> => {
  const subjects = new Map([...db.records.values()].filter((r) => r.seen.subject.projectId === projectId && isJudged(reading, r.seen.subject.id, projectId)(r))
    .map(({ seen }) => [seen.subject.id, seen.subject]))
  return [...subjects.values()].map((subject) => {
    const arrivals = arrivalsOf(db, subject, reading)
    return { subject, receipts: arrivals.slice(Math.max(0, arrivals.findLastIndex((r) => r <= since))) }
  })
}

/** Whether nothing waits: the log is judged to its end, nobody is in a lane, and no change of the past is left. */
export const isDrained = (db: Database): boolean => {
  const ends = new Map(Array.from({ length: PARTITIONS }, (_, p) => [p, 0]))
  for (const { id, partition } of db.log) ends.set(partition, id)
  return [...ends].every(([partition, id]) => db.cursors.get(partition) === id) && db.lanes.size === 0 && db.spans.every((s) => s.replayed)
}

/** What a subject is to scopes, as chapters say it. */
export const standingNow = (db: Database, subjectId: string): string => standingOf(db.people.get(subjectId)!.who)
