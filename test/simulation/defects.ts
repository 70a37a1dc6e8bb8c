// Engines whose surroundings have something wrong about them. A harness that tells none of them from the
// right one proves nothing.
import { Effect, Exit } from "effect"
import { noMemory, type LogProgress } from "../../src/engine/ports.ts"
import type { Subject } from "../../src/domain/rule/Observation.ts"
import type {
  Actor,
  EvaluatedTicks,
  LateSubject,
  PeriodStart
} from "../../src/engine/evaluate/BatchResult.ts"
import type { LaneMove } from "../../src/engine/evaluate/Lane.ts"
import type { NewEvent } from "../../src/engine/evaluate/NewEvent.ts"
import type { Rewrite } from "../../src/engine/evaluate/Rewrite.ts"
import { blank, type RuleState } from "../../src/domain/rule/RuleState.ts"
import type { HearingPort, Ports, Process, SimStore } from "./SimStore.ts"
import type { Defect } from "./simulate.ts"
import { ALL_PARTITIONS } from "../support/engine/MemoryPlacement.ts"

/** A batch whose parts can be spoiled. */
interface Spoilable {
  readonly states: Map<Actor, Subject>
  readonly events: Array<NewEvent>
  readonly late: Map<string, LateSubject>
  readonly periods: Array<PeriodStart>
  readonly lanes: Array<LaneMove>
  readonly rewrites: Array<Rewrite>
  readonly ticked: Array<EvaluatedTicks>
}

const committing = (spoil: (changes: Spoilable, nth: number) => void) => {
  let n = 0
  return {
    ports: (ports: Ports): Ports => ({
      ...ports,
      journal: {
        commit: (epochs, changes) =>
          Effect.suspend(() => {
            spoil(changes as unknown as Spoilable, n++)
            return ports.journal.commit(epochs, changes)
          })
      }
    })
  } satisfies Defect
}

const nameOf = (ruleId: string, subjectId: string) => `${ruleId} ${subjectId}`

/**
 * A commit that fails leaves the states it decided behind: who wakes next goes on from them instead of from
 * what was committed.
 */
const keepsUncommitted: Defect = {
  ports: (ports) => {
    const kept = new Map<string, RuleState>()
    return {
      ...ports,
      journal: {
        commit: (epochs, changes) =>
          ports.journal.commit(epochs, changes).pipe(
            Effect.onExit((exit) =>
              Effect.sync(() => {
                for (const [{ rule, state }, { id }] of changes.states)
                  if (Exit.isFailure(exit)) kept.set(nameOf(rule.id, id), state)
                  else kept.delete(nameOf(rule.id, id))
              })
            )
          )
      },
      factSource: {
        ...ports.factSource,
        loadMemories: (subjects, cursors, needs) =>
          Effect.map(
            ports.factSource.loadMemories(subjects, cursors, needs),
            (found) =>
              new Map(
                [...found].map(([subject, memory]) => [
                  subject,
                  {
                    ...memory,
                    states: memory.states.map((each) => ({
                      ...each,
                      state: kept.get(nameOf(each.ruleId, subject.id)) ?? each.state
                    }))
                  }
                ])
              )
          )
      }
    }
  }
}

/** By what is wrong. Seen in stories of any kind. */
export const defects: Readonly<Record<string, Defect>> = {
  "two owners commit: nobody asks for the epoch or the place in the log": { isFenced: false },
  "a claim does not raise the epoch: who owned a partition before commits to it as well": {
    ports: (ports, { db }) => ({
      ...ports,
      ownership: {
        claim: (partitions) =>
          Effect.map(ports.ownership.claim(partitions), (claim) => ({
            ...claim,
            tenures: claim.tenures.map((tenure) => {
              const epoch = 1
              db.claims.set(tenure.partition, { ...db.claims.get(tenure.partition)!, epoch })
              return { ...tenure, epoch }
            })
          }))
      }
    })
  },
  "late spans of other engines are taken": {
    ports: (ports) => ({
      ...ports,
      lateSpans: {
        ...ports.lateSpans,
        due: (query) => ports.lateSpans.due({ ...query, partitions: ALL_PARTITIONS })
      }
    })
  },
  "deadlines of other engines are loaded": {
    ports: (ports) => ({
      ...ports,
      factSource: {
        ...ports.factSource,
        pendingDeadlines: (_, range) => ports.factSource.pendingDeadlines(ALL_PARTITIONS, range)
      }
    })
  },
  "records are acknowledged before they are stored": { acknowledgesBeforeCommit: true },
  "states are not kept with the cursor": committing((changes) => changes.states.clear()),
  "an event in five is lost between its decision and its commit": committing((changes, n) => {
    if (n % 5 === 4) changes.events.length = 0
  }),
  "reminders do not know their episode": committing((changes) =>
    changes.events.forEach((event, i) => {
      const { episodeId: _forgotten, ...rest } = event
      changes.events[i] = rest
    })
  ),
  "late facts are not noted": committing((changes) => changes.late.clear()),
  "the late lane finds nothing to do": {
    ports: (ports) => ({ ...ports, lateSpans: { ...ports.lateSpans, due: () => Effect.succeed([]) } })
  },
  "timers are not restored": {
    ports: (ports) => ({
      ...ports,
      factSource: { ...ports.factSource, pendingDeadlines: () => Effect.succeed([]) }
    })
  },
  "subjects wake without their memory": {
    ports: (ports) => ({
      ...ports,
      factSource: {
        ...ports.factSource,
        loadMemories: (subjects) => Effect.succeed(new Map(subjects.map((s) => [s, noMemory])))
      }
    })
  },
  "placements are forgotten": {
    ports: (ports) => ({
      ...ports,
      factSource: {
        ...ports.factSource,
        loadMemories: (subjects, cursors, needs) =>
          Effect.map(
            ports.factSource.loadMemories(subjects, cursors, needs),
            (found) => new Map([...found].map(([s, m]) => [s, { ...m, placements: new Map() }]))
          )
      }
    })
  },
  "what devices said last is forgotten": {
    ports: (ports) => ({
      ...ports,
      factSource: {
        ...ports.factSource,
        loadMemories: (subjects, cursors, needs) =>
          Effect.map(
            ports.factSource.loadMemories(subjects, cursors, needs),
            (found) => new Map([...found].map(([s, m]) => [s, { ...m, lastStates: new Map() }]))
          )
      }
    })
  },
  "nobody is asked at the ticks of a schedule": {
    ports: (ports) => ({
      ...ports,
      factSource: { ...ports.factSource, scheduledSubjects: () => Effect.succeed([]) }
    })
  },
  "a past is judged again from blank states": {
    ports: (ports) => ({
      ...ports,
      history: {
        ...ports.history,
        recall: (stretches, needs, cursors) =>
          Effect.map(
            ports.history.recall(stretches, needs, cursors),
            (found) =>
              new Map(
                [...found].map(([id, m]) => [
                  id,
                  { ...m, states: m.states.map((s) => ({ ...s, state: blank })) }
                ])
              )
          )
      }
    })
  },
  "states that a failed commit decided are kept": keepsUncommitted,
  "the editions a subject was judged with are not kept": committing((changes) => {
    changes.periods.length = 0
  })
}

const reading = (spoil: (ports: Ports, store: SimStore) => Partial<Ports["feed"]>) =>
  ({
    ports: (ports: Ports, store: SimStore): Ports => ({
      ...ports,
      feed: { ...ports.feed, ...spoil(ports, store) }
    })
  }) satisfies Defect

/** Nobody told whoever looks at records that some projects are in lanes. */
const withoutLanes = (of: LogProgress): LogProgress => ({ ...of, lanes: [] })
const withoutLanesOrNull = (of: LogProgress | null): LogProgress | null =>
  of === null ? null : withoutLanes(of)

/** Seen in wide stories: projects in lanes, and crowds that are asked in parts. */
export const wideDefects: Readonly<Record<string, Defect>> = {
  "a window grows once it is begun": reading(({ feed }, { db }) => ({
    windows: (projectId, asked, most) =>
      feed.windows(
        projectId,
        asked.map((a) => ({ ...a, to: Math.max(a.to, db.cursors.get(a.partition)!) })),
        most
      )
  })),
  "a lane is closed early": committing(({ lanes }) =>
    lanes.forEach(({ after, before }, i) => {
      if (before !== null && after !== null && after.place === null) lanes[i] = { before, after: null }
    })
  ),
  "the ticks of a project in a lane count as judged with those of others": {
    ports: (ports, { db }) => ({
      ...ports,
      journal: {
        commit: (epochs, changes) =>
          Effect.suspend(() => {
            const to = Math.max(...changes.ticked.map((t) => t.to))
            const ofLanes = [...(changes.ticked.length === 0 ? [] : db.lanes.values())]
            const ticked = ofLanes.map(({ partition, projectId }) => ({
              projectId,
              partition,
              to,
              half: null
            }))
            return ports.journal.commit(epochs, { ...changes, ticked: [...changes.ticked, ...ticked] })
          })
      }
    })
  },
  "the log is dropped under a lane": reading(({ feed }, { db }) => ({
    windows: (projectId, asked, most) =>
      Effect.map(feed.windows(projectId, asked, most), (found) =>
        found.map((w) => ({ ...w, rows: w.rows.filter((r) => r.id > db.cursors.get(w.partition)!) }))
      )
  })),
  "records are known by the cursor alone": {
    ports: (ports) => {
      const { factSource, history } = ports
      return {
        ...ports,
        factSource: {
          ...factSource,
          loadMemories: (subjects, of, needs) => factSource.loadMemories(subjects, withoutLanes(of), needs),
          scheduledSubjects: (projectId, of, since) =>
            factSource.scheduledSubjects(projectId, withoutLanes(of), since)
        },
        history: {
          ...history,
          recall: (stretches, needs, of) => history.recall(stretches, needs, withoutLanesOrNull(of)),
          records: (stretches, of, most) => history.records(stretches, withoutLanesOrNull(of), most),
          arrivals: (stretches, of) => history.arrivals(stretches, withoutLanesOrNull(of))
        }
      }
    }
  },
  "a past that was cut counts as finished": committing(({ rewrites }) =>
    rewrites.forEach((r, i) => (rewrites[i] = { ...r, to: Infinity }))
  ),
  "records of the window under way are not known": {
    ports: (ports) => ({
      ...ports,
      factSource: {
        ...ports.factSource,
        loadMemories: (subjects, of, needs) =>
          ports.factSource.loadMemories(
            subjects,
            { ...of, lanes: of.lanes.map((l) => ({ ...l, place: null })) },
            needs
          )
      }
    })
  },
  "half ticks are forgotten after a restart": {
    ports: (ports) => ({
      ...ports,
      factSource: {
        ...ports.factSource,
        tickProgress: (partitions) =>
          Effect.map(ports.factSource.tickProgress(partitions), (rows) =>
            rows.map((r) => ({ ...r, half: null }))
          )
      }
    })
  },
  "half ticks count as whole ones": committing(({ ticked }) =>
    ticked.forEach((t, i) => {
      if (t.half !== null) ticked[i] = { ...t, to: t.half.to, half: null }
    })
  ),
  "lanes are not read at the claim": {
    ports: (ports) => ({
      ...ports,
      ownership: {
        ...ports.ownership,
        claim: (partitions) =>
          Effect.map(ports.ownership.claim(partitions), (claim) => ({ ...claim, lanes: [] }))
      }
    })
  },
  "whoever had the log before goes on in its lanes: nobody asks for the epoch, or where the lanes are": {
    comparesLanes: false
  },
  "everybody waits while a project is in a lane": reading(({ feed }) => ({
    read: (of, most) =>
      of.lanes.length === 0 ? feed.read(of, most) : Effect.succeed({ rows: [], atEnd: new Set() })
  })),
  "a commit is as large as the log is long": { ignoresBounds: true },
  "an idle engine looks at the log ten times a second": reading(() => ({ wait: () => Effect.sleep(100) }))
}

const hearing = (spoil: (look: HearingPort["look"], process: Process) => HearingPort["look"]): Defect => ({
  ports: (ports, _, process) =>
    ports.hearing === undefined ? ports : { ...ports, hearing: { look: spoil(ports.hearing.look, process) } }
})

/** Seen in stories in which ways in are not heard for a while. */
export const outageDefects: Readonly<Record<string, Defect>> = {
  "outages are forgotten at a restart": hearing((look) => {
    let first = -1
    return (known, vouch) =>
      Effect.map(look(known, vouch), (news) => {
        if (first < 0) first = Math.max(0, ...news.outages.map((o) => o.id))
        return { ...news, outages: news.outages.filter((o) => o.id > first) }
      })
  }),
  "a record proves nothing of the other ways of who reports by several": hearing(
    (look) => (known, vouch) => look(known, vouch && { ...vouch, doubted: new Map() })
  ),
  "an outage of one source is applied to all": hearing(
    (look) => (known, vouch) =>
      Effect.map(look(known, vouch), (news) => ({
        ...news,
        outages: news.outages.map((o) => ({ ...o, sourceId: null }))
      }))
  )
}
