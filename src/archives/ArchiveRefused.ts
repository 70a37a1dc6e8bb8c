// An archive that is not read, and why.

/** ArchiveRefused names the file, the entry of it where one is at fault, and the reason. */
export class ArchiveRefused extends Error {
  readonly file: string
  /** null: the archive itself */
  readonly entry: string | null
  readonly reason: string
  constructor(file: string, entry: string | null, reason: string) {
    super(`${file}: ${entry === null ? "" : `"${entry}" in it `}${reason}`)
    this.file = file
    this.entry = entry
    this.reason = reason
  }

  /** The message without the name of the file, for a sentence that names it already. */
  get detail(): string {
    return this.message.slice(this.file.length + 2)
  }
}
