// Why nothing can be read of a file of shapes.

/** A code and a sentence for the person who has the file. */
export interface ShapesUnread {
  readonly code: string
  readonly detail: string
}
