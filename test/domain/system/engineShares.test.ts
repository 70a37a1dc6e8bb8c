// Which engines there are, and what each of them evaluates.
import { assert, describe, it } from "@effect/vitest"
import { engineShares, unownedCount } from "../../../src/domain/system/engineShares.ts"

const partition = (
  owner: string | null,
  owner_alive: boolean,
  more: { readonly claimed_at?: string; readonly unread?: number; readonly lag_seconds?: number } = {}
) => ({ owner, owner_alive, claimed_at: null, unread: 0, lag_seconds: 0, ...more })

const early = "2026-05-01T00:00:00.000Z",
  late = "2026-05-01T00:31:04.000Z"

describe("the engines", () => {
  it("are told apart on one machine, with what each owns, what waits there and since when", () => {
    assert.deepStrictEqual(
      engineShares(
        [
          partition("alp-1:8", true, { claimed_at: early, unread: 3, lag_seconds: 2 }),
          partition("alp-1:8", true, { claimed_at: late, unread: 4, lag_seconds: 1 }),
          partition("alp-1:7", true, { claimed_at: early })
        ],
        ["alp-1:8", "alp-1:7"],
        [
          { worker: "alp-1:7/engine", started_at: early },
          { worker: "alp-1:8/engine", started_at: early },
          { worker: "alp-1:77/engine", started_at: late }
        ]
      ),
      [
        {
          name: "alp-1:7",
          alive: true,
          started_at: early,
          partitions: 1,
          claimed_at: early,
          unread: 0,
          lag_seconds: 0
        },
        {
          name: "alp-1:8",
          alive: true,
          started_at: early,
          partitions: 2,
          claimed_at: late,
          unread: 7,
          lag_seconds: 2
        }
      ]
    )
  })

  it("are there without a partition and before their first heartbeat, and while they own some after their end", () => {
    const partitions = [partition("gone:1", false, { claimed_at: early, unread: 9 }), partition(null, false)]
    assert.deepStrictEqual(
      engineShares(partitions, ["new:2"], []).map(({ alive, name, partitions, started_at, unread }) => [
        name,
        alive,
        started_at,
        partitions,
        unread
      ]),
      [
        ["gone:1", false, null, 1, 9],
        ["new:2", true, null, 0, 0]
      ]
    )
    assert.strictEqual(unownedCount(partitions), 2)
  })
})
