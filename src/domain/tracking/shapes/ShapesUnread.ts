// Why nothing can be read of a file of shapes.

/** A code and a sentence for the person who has the file. */
export interface ShapesUnread {
  readonly code: string
  readonly detail: string
  /** the member of the request that is at fault; absent: the file */
  readonly pointer?: "/system" | "/attributes" | "/circles"
}
