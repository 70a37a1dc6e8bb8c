// Tables of the simulated database that are looked through by subject all the time, as indexes give them out.
import type { StoredEvent } from "./Stored.ts"

/** Rows by whom they are of: each one's in the order in which they came. */
export class Rows<T> {
  private readonly lists = new Map<string, Array<T>>()

  of(whom: string): ReadonlyArray<T> {
    return this.lists.get(whom) ?? []
  }

  /** All of them. */
  get all(): ReadonlyArray<T> {
    return [...this.lists.values()].flat()
  }

  add(whom: string, row: T): void {
    const list = this.lists.get(whom)
    if (list === undefined) this.lists.set(whom, [row])
    else list.push(row)
  }

  remove(whom: string, isGone: (row: T) => boolean): void {
    this.lists.set(
      whom,
      this.of(whom).filter((row) => !isGone(row))
    )
  }
}

/** Events by their key; and by id, and by id of the subject. None is ever taken out. */
export class Events extends Map<string, StoredEvent> {
  readonly byId = new Map<string, StoredEvent>()
  readonly bySubject = new Rows<StoredEvent>()

  override set(key: string, stored: StoredEvent): this {
    this.byId.set(stored.event.id, stored)
    this.bySubject.add(stored.event.subject.id, stored)
    return super.set(key, stored)
  }
}
