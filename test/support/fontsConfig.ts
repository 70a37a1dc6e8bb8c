// Where Chromium finds its fonts. The package's own list names directories of another machine, and a list that was
// written before a clone was moved names the old folder: without a font the renderer ends.
import { mkdir, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"

/** Writes the list of a folder's fonts into it, whole at once: test files may start at the same moment. */
export const writeFontsConfig = async (folder: string): Promise<string> => {
  const file = join(folder, "fonts.conf"),
    half = `${file}.${process.pid}`
  await mkdir(folder, { recursive: true })
  await writeFile(
    half,
    `<fontconfig><dir>${join(folder, "fonts")}</dir><cachedir>${join(folder, "cache")}</cachedir></fontconfig>`
  )
  await rename(half, file)
  return file
}
