// What tests compare with: tracks, reference numbers and hostile inputs, as files of a folder, packed with
// gzip where they are large.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { gunzipSync } from "node:zlib"

export class Fixtures {
  private readonly folder: string
  private readonly tracks: string

  /** `tracks` is where in the folder the tracks are. */
  constructor(folder: string, tracks: string) {
    this.folder = folder
    this.tracks = tracks
  }

  /** The text of a file, that is there as it is or as `.gz`. */
  text(path: string): string {
    const file = join(this.folder, path)
    return existsSync(file)
      ? readFileSync(file, "utf8")
      : gunzipSync(readFileSync(`${file}.gz`)).toString("utf8")
  }

  /** The CSV with the tracks of a set. */
  csv(set: string): string {
    return this.text(`${this.tracks}/${set}.csv`)
  }

  /** Puts a file into a directory, unpacked, for what reads files by their path; answers with that. */
  unpack(path: string, directory: string): string {
    const file = join(directory, basename(path))
    writeFileSync(file, this.text(path))
    return file
  }

  /** The same for the tracks of a set. */
  unpackCsv(set: string, directory: string): string {
    return this.unpack(`${this.tracks}/${set}.csv`, directory)
  }
}

/** What is part of the project; `test/fixtures/README.md` says where it is from and who may use it. */
export const fixtures = new Fixtures(join(import.meta.dirname, "../fixtures"), "tracks")
