// Builds the console to dist/console, each file beside its compressed twins, so that the server only has to hand them
// out.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { createLogger, defineConfig, type Logger, type Plugin } from "vite"

const root = fileURLToPath(new URL(".", import.meta.url))
const outDir = fileURLToPath(new URL("../../dist/console/", import.meta.url))

/** Level 9: the highest of Brotli takes twenty times as long for eight bytes of a hundred. */
const QUALITY = 9

const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  writeBundle() {
    const names = readdirSync(outDir, { recursive: true, encoding: "utf8" })
    for (const name of names.filter((name) => /\.(js|css|html|svg|json)$/.test(name))) {
      const bytes = readFileSync(join(outDir, name))
      const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY }
      writeFileSync(join(outDir, `${name}.br`), brotliCompressSync(bytes, { params }))
      writeFileSync(join(outDir, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
  }
}

/** Of classes composed from another file Vite warns that their origin is not told; none of them has a url. */
const logger = createLogger("warn")
const customLogger: Logger = {
  ...logger,
  warnOnce: (text, options) => {
    if (!text.includes("did not pass the `from` option")) logger.warnOnce(text, options)
  }
}

const API = "http://127.0.0.1:8080"

export default defineConfig({
  root,
  logLevel: "warn",
  customLogger,
  plugins: [compressed],
  // its other entry is for Node
  resolve: { alias: { "csv-parse": "csv-parse/browser/esm" } },
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      onLog: (level, log, print) => {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") print(level, log)
      }
    }
  },
  worker: { format: "es" },
  server: { proxy: { "/api": API, "/docs": API, "/guide": API } }
})
