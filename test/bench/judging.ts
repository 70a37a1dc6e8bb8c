// The engine's thinking alone, in this process: how many positions `evaluateRecords` takes through the rules in
// a second of a processor's time, without HTTP and without a database.
import { v7 } from "uuid"
import type { Position, Subject } from "../../src/domain/rule/Observation.ts"
import { makeRuleSet } from "../../src/engine/evaluate/RuleSet.ts"
import { SubjectActor } from "../../src/engine/evaluate/SubjectActor.ts"
import { Decisions } from "../../src/engine/evaluate/Decisions.ts"
import { noMemory } from "../../src/engine/ports.ts"
import type { EvaluationContext } from "../../src/engine/evaluate/EvaluationContext.ts"
import { evaluateRecords } from "../../src/engine/evaluate/evaluate.ts"
import { Walks } from "./Walks.ts"
import { type EventRate, isVehicle, makeWorld, rulesFor, SUBJECTS } from "./World.ts"

export interface Judged {
  readonly positionsPerSecond: number
  readonly eventsPerThousand: number
}

const BATCH = 4000

/** Judges `positions` fixes of a thousand subjects in batches; only judging is timed. */
export const judging = (fences: number, positions: number, eventRate?: EventRate): Judged => {
  const world = makeWorld(fences)
  const ids = world.fences.map(() => v7())
  const subjects = Array.from({ length: SUBJECTS }, (): Subject => {
    const entityId = v7()
    return { id: entityId, entityId, deviceId: v7(), projectId: "project" }
  })
  const types = { vehicle: v7(), cow: v7() }
  const ruleSet = makeRuleSet("project", {
    version: 1,
    features: world.fences.map((f, i) => ({
      id: ids[i]!,
      name: f.name,
      featureType: f.feature_type,
      geometry: f.geometry,
      radiusM: null,
      revision: 1,
      changedAt: 1
    })),
    rules: rulesFor(
      ids,
      types.vehicle,
      subjects.map((s) => s.id),
      eventRate
    ).map((document, i) => ({
      id: v7(),
      name: `Rule ${i}`,
      version: 1,
      blankFrom: 1,
      activeFrom: 0,
      document,
      failedSubject: null
    }))
  })
  const subjectActors = subjects.map(
    (s, i) =>
      new SubjectActor(
        s,
        {
          entity: {
            id: s.id,
            name: `Subject ${i}`,
            typeId: isVehicle(i) ? types.vehicle : types.cow,
            groupIds: []
          },
          device: { id: s.deviceId, name: `Device ${i}` }
        },
        noMemory,
        () => undefined
      )
  )
  const walks = new Walks(world, SUBJECTS, Date.parse("2026-05-01T00:00:00Z"))

  let spent = 0,
    events = 0,
    record = 0
  for (let done = 0; done < positions; done += BATCH) {
    const batch = subjects.map((subject, s) =>
      Array.from({ length: BATCH / SUBJECTS }, (): Position => {
        const { at, lon, lat, altitude, speed, accuracy } = walks.next(s)
        return {
          _tag: "Position",
          subject,
          at,
          receivedAt: at,
          recordId: ++record,
          recordType: "gnss",
          lon,
          lat,
          altitudeM: altitude,
          speedMps: speed,
          accuracyM: accuracy
        }
      })
    )
    const decisions = new Decisions(0)
    const context: EvaluationContext = {
      ruleSet,
      decisions,
      nextId: v7,
      isLate: () => false
    }
    const began = process.cpuUsage()
    for (let s = 0; s < SUBJECTS; s++) {
      subjectActors[s]!.apply(ruleSet, 1, 0)
      evaluateRecords(context, subjectActors[s]!, batch[s]!)
    }
    const { system, user } = process.cpuUsage(began)
    if (done >= positions / 4) spent += (user + system) / 1000 // the first quarter warms up
    events += decisions.events.length
  }
  return {
    positionsPerSecond: Math.round(((positions * 0.75) / spent) * 1000),
    eventsPerThousand: (events / positions) * 1000
  }
}
