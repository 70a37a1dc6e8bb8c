// The files of exports in SQL: rows are read as their requester sees them now, bytes are stored in pieces
// beside the job.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema } from "effect"
import { createHash } from "node:crypto"
import { permissionsOfPerson } from "../../domain/access/Membership.ts"
import { FILE_RETENTION_DAYS, StoredOrder } from "../../domain/export/Export.ts"
import {
  type Claim,
  ExportFiles,
  type ExportRows,
  JobRefused,
  JobLost,
  type Progress
} from "../../jobs/ports.ts"
import { byteas, ints } from "../sql/arrays.ts"
import { asVisibility, readRows } from "./readRows.ts"
import { keepProgress } from "../jobs/keepProgress.ts"
import { isHeld } from "../sql/lease.ts"
import { Memberships } from "../access/Memberships.ts"
import { Visibilities } from "../access/Visibilities.ts"

/** PIECE_BYTES is the size of a piece, which a reader of the file holds in memory. */
const PIECE_BYTES = 1024 * 1024

const piecesOf = (bytes: Uint8Array): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, i) =>
    bytes.subarray(i * PIECE_BYTES, (i + 1) * PIECE_BYTES)
  )

const decode = Schema.decodeUnknownSync(StoredOrder)

const noMore = new JobRefused({
  message: "Whoever asked for this export may not export from the project any more."
})

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const memberships = yield* Memberships
  const visibilities = yield* Visibilities

  /** Reads what the requester of an export sees of the project now; refused without the permission. */
  const seenNow = Effect.fnUntraced(function* ({ id, projectId }: Claim) {
    const [maker] = yield* pg<{
      id: string
      admin: boolean
    }>`
      select u.id, u.server_admin as admin
      from jobs j
        join users u on u.id = j.created_by_user_id and u.enabled
      where j.id = ${id}::uuid`
    const access = maker === undefined ? null : yield* memberships.accessTo(maker.id, projectId!)
    if (
      maker === undefined ||
      access === null ||
      !permissionsOfPerson({ serverAdmin: maker.admin }, access.membership).has("exports:create")
    )
      return yield* noMore
    return maker.admin || access.membership?.scoped !== true
      ? null
      : (yield* visibilities.of(maker.id, [projectId!]))(projectId!)
  })

  const open = Effect.fn("ExportFiles.open")(
    function* (claim: Claim) {
      const { seen, ...kept } = decode(claim.parameters)
      const order = { ...kept, from: claim.from!, to: claim.to! }
      const { count, page } = readRows(pg, {
        projectId: claim.projectId!,
        order,
        seen: [asVisibility(seen), yield* seenNow(claim)]
      })
      const rows: ExportRows = {
        count: Effect.orDie(count(null)),
        page: (after, limit) => Effect.orDie(page(after, limit))
      }
      return { ...rows, order }
    },
    Effect.catchTag("SqlError", Effect.die)
  )

  const append = Effect.fn("ExportFiles.append")((claim: Claim, bytes: Uint8Array, progress: Progress) =>
    pg
      .withTransaction(
        Effect.gen(function* () {
          const pieces = piecesOf(bytes)
          if (pieces.length > 0) {
            yield* pg`
              insert into export_chunks (job_id, n, bytes)
              select ${claim.id}::uuid,
                (select count(*) from export_chunks where job_id = ${claim.id}::uuid) + p.n, p.bytes
              from unnest(${ints(pieces.map((_, n) => n))}, ${byteas(pieces)}) as p (n, bytes)`
          }
          yield* keepProgress(pg, claim, progress, progress.checkpoint !== null)
        })
      )
      .pipe(Effect.catchTag("SqlError", Effect.die))
  )

  const restart = Effect.fn("ExportFiles.restart")((claim: Claim) =>
    pg
      .withTransaction(
        Effect.gen(function* () {
          const held = yield* pg`select from jobs where ${isHeld(pg, claim, "running")} for update`
          if (held.length === 0) return yield* new JobLost()
          yield* pg`delete from export_chunks where job_id = ${claim.id}::uuid`
        })
      )
      .pipe(Effect.catchTag("SqlError", Effect.die))
  )

  const finish = Effect.fn("ExportFiles.finish")(
    function* (claim: Claim, progress: Progress) {
      const hash = createHash("sha256")
      let size = 0
      for (let n = 0; ; n++) {
        const [piece] = yield* pg<{
          bytes: Uint8Array
        }>`select bytes from export_chunks where job_id = ${claim.id}::uuid and n = ${n}::int4`
        if (piece === undefined) break
        hash.update(piece.bytes)
        size += piece.bytes.length
      }
      const kept = yield* pg`
        update jobs set
          result = ${pg.json({ row_count: progress.done, size_bytes: size, sha256: hash.digest("hex") })},
          expires_at = now() + make_interval(days => ${FILE_RETENTION_DAYS}::int4)
        where ${isHeld(pg, claim, "running")}
        returning id`
      if (kept.length === 0) return yield* new JobLost()
    },
    Effect.catchTag("SqlError", Effect.die)
  )

  return ExportFiles.of({ open, append, restart, finish })
})

/** ExportFilesSql is the `ExportFiles` of the job on PostgreSQL. */
export const ExportFilesSql = Layer.effect(ExportFiles, make).pipe(
  Layer.provide([Memberships.layer, Visibilities.layer])
)
