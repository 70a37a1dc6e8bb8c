// Builds the server to dist/server: one bundle of our code and the packages that every start needs, so that Node reads
// a few files instead of thousands. The manifest beside it names each source with its size, time of change and hash.
import { writeFileSync } from "node:fs"
import { join, posix, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { defineConfig, type Plugin } from "vite"
import { type BuildManifest, describeSource, type SourceFile } from "./manifest.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** Packages that are loaded at their first use alone, or that cannot be bundled; Node loads them by name. */
const EXTERNAL_PACKAGES = ["exceljs", "oidc-provider", "undici", "mqtt", "nodemailer", "pg-native", "vite"]

/** Entries that package.json and src/main.ts name. */
const NAMED_ENTRIES = ["main", "pugmark", "testing"]

/** Sources that the bundle runs where they are: a clone has them, a package does not. */
const CLONE_ENTRIES = ["src/main.ts", "src/testing/Scene.ts"]

/** Matches the address of a file beside a module. */
const fileUrl = /new URL\(\s*"(\.{1,2}\/[^"]*)",\s*import\.meta\.url\s*\)/g

/**
 * Makes `new URL("./file", import.meta.url)` hold in the bundle: a TypeScript file becomes an entry of its
 * own (of a thread or a process), any other path is kept relative to the root of the project, two folders
 * above each chunk.
 */
const fileUrls: Plugin = {
  name: "file-urls",
  enforce: "pre",
  transform(code, id) {
    const path = relative(root, id)
    if (!/^(src|sandbox)\//.test(path) || !code.includes("import.meta.url")) return null
    const replaced = code.replaceAll(fileUrl, (_, target: string) => {
      const file = posix.join(posix.dirname(path), target)
      if (!file.endsWith(".ts") || CLONE_ENTRIES.includes(file))
        return `new URL(${JSON.stringify(`../../${file}`)}, import.meta.url)`
      const reference = this.emitFile({
        type: "chunk",
        id: join(root, file),
        name: posix.basename(file, ".ts")
      })
      return `import.meta.ROLLUP_FILE_URL_${reference}`
    })
    // replaced within their lines: the source map of lines holds
    return { code: replaced, map: null }
  },
  // relative to the chunk; Vite's own answer is an address below the root of a site
  resolveFileUrl: ({ relativePath }) => `new URL(${JSON.stringify(relativePath)}, import.meta.url)`
}

/** Sources that shape the build without being part of it. */
const BUILD_SOURCES = [
  "package-lock.json",
  "src/process/build/vite.config.ts",
  "src/process/build/buildServer.ts"
]

/** Drops the maps of chunks that hold packages alone: Node reads a map where it loads its chunk. */
const mapsOfSources: Plugin = {
  name: "maps-of-sources",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk" || chunk.moduleIds.some((id) => !id.includes("/node_modules/"))) continue
      delete bundle[`${chunk.fileName}.map`]
      chunk.code = chunk.code.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, "\n")
    }
  }
}

/** The sources of the build under way, by path. */
const sources = new Map<string, SourceFile>()

/**
 * Writes the manifest of the build beside its files. A source is described before it is read: one that
 * changes during the build is another than the manifest says, so that the next start builds again.
 */
const manifest: Plugin = {
  name: "manifest",
  enforce: "pre",
  buildStart() {
    sources.clear()
    for (const path of BUILD_SOURCES) sources.set(path, describeSource(path))
  },
  load(id) {
    const path = relative(root, id)
    if (/^(src|sandbox)\//.test(path)) sources.set(path, describeSource(path))
    return null
  },
  writeBundle({ dir }, bundle) {
    const entries = Object.values(bundle).flatMap((chunk) =>
      chunk.type === "chunk" && chunk.isEntry && chunk.facadeModuleId !== null
        ? [[relative(root, chunk.facadeModuleId), chunk.fileName] as const]
        : []
    )
    const content: BuildManifest = {
      sources: [...sources.values()],
      files: Object.keys(bundle),
      entries: Object.fromEntries(entries)
    }
    writeFileSync(join(dir!, "manifest.json"), JSON.stringify(content))
  }
}

export default defineConfig({
  root,
  logLevel: "warn",
  publicDir: false,
  plugins: [fileUrls, mapsOfSources, manifest],
  ssr: { noExternal: true, external: EXTERNAL_PACKAGES, target: "node" },
  build: {
    ssr: true,
    emptyOutDir: true,
    target: "node22",
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: join(root, "src/process/runProgram.ts"),
        pugmark: join(root, "src/process/packageCommand.ts"),
        testing: join(root, "src/testing/main.ts")
      },
      output: {
        // the sources lie beside the maps in a clone
        sourcemapExcludeSources: true,
        entryFileNames: ({ name }) => (NAMED_ENTRIES.includes(name) ? "[name].js" : "[name]-[hash].js"),
        chunkFileNames: "[name]-[hash].js"
      }
    }
  }
})
