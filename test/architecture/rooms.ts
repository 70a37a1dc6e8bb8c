// The table of rooms as data: what each room may import. Adding a room or an arrow is a line here;
// `inspect.ts` does the rest.

/** One room of the house. Files of a room may always import each other. */
export interface Room {
  /**
   * A folder, or a single file, from the root of the repository. The longest one that fits a file is its
   * room.
   */
  readonly path: string
  /**
   * What it may import: folders and files of ours, packages, parts of Effect (`effect/Schema`), `node:`
   * builtins. A folder or package admits what is inside it. `import { Option } from "effect"` counts as
   * `effect/Option`, and so with `node:crypto` and `suncalc`.
   */
  readonly may: ReadonlyArray<string>
  /** What it may import as types only, so that nothing of it is loaded when the room runs. */
  readonly mayAsTypes?: ReadonlyArray<string>
  /** A pure room has no clock, no chance, no outside world. */
  readonly pure?: boolean
}

/** Stands for Effect's barrel and top-level modules, but none of its areas (`effect/sql`, `effect/http`, ...). */
export const core = "core of Effect"

/** Stands for a dynamic import whose path is only known when it runs, so that nobody can check it. */
export const computed = "a computed path"

/** The modules of Effect that are plain data and functions over it. */
const data = [
  "Array",
  "BigDecimal",
  "Boolean",
  "Brand",
  "Chunk",
  "Data",
  "DateTime",
  "Duration",
  "Equal",
  "Equivalence",
  "Function",
  "Hash",
  "HashMap",
  "HashSet",
  "Iterable",
  "Match",
  "Number",
  "Option",
  "Order",
  "Ordering",
  "Predicate",
  "Record",
  "Result",
  "Schema",
  "SchemaAST",
  "SchemaGetter",
  "SchemaIssue",
  "SchemaTransformation",
  "String",
  "Struct",
  "Tuple",
  "Types",
  "pipe",
  "flow",
  "identity"
].map((name) => `effect/${name}`)

const ports = ["engine", "backtest", "runner", "jobs", "delivery", "listeners"].map(
  (worker) => `src/${worker}/ports.ts`
)

/** Every room. A file of `src` or `sandbox` outside all of them is a trespass too. */
export const rooms: ReadonlyArray<Room> = [
  {
    path: "src/domain",
    pure: true,
    // Of suncalc what is given its moment: another of its functions takes the clock's where none is given.
    may: [
      ...data,
      // sentences: what they say, in English
      "src/words/en/messages/server.ts",
      "src/words/en/messages/matters.ts",
      "src/words/en/messages/remedies.ts",
      // mails and chat messages, in each language
      "src/words/en/messages/notifications.ts",
      "src/words/es/messages/notifications.ts",
      "src/words/message.ts",
      "flatbush",
      "@turf",
      "geographiclib-geodesic",
      "robust-predicates",
      "suncalc/getPosition",
      "proj4",
      "saxes"
    ]
  },
  { path: "src/contract", may: ["src/domain", core, "effect/http-api", "effect/http", "ajv"] },
  // The way in for what devices send: read, judged, handed to the store.
  { path: "src/intake", may: ["src/domain", "src/contract/schemas/ingestItem.ts", core, "ajv"] },
  { path: "src/engine", may: ["src/domain", core] },
  // Asks history about rules, with the engine's own judge: a backtest, an explanation and a check are computed
  // where they are asked for.
  {
    path: "src/backtest",
    may: ["src/domain", "src/words/message.ts", "src/engine/evaluate", "src/engine/ports.ts", core]
  },
  { path: "src/runner", may: ["src/domain", "src/jobs/every.ts", "src/process/startThread.ts", core] },
  { path: "src/jobs", may: ["src/domain", core] },
  { path: "src/delivery", may: ["src/domain", core] },
  // The channels are the world: HTTP, mail, chat.
  {
    path: "src/delivery/channels",
    may: [
      "src/domain",
      "src/delivery/ports.ts",
      core,
      "undici",
      "nodemailer",
      "standardwebhooks",
      "node:dns",
      "node:net",
      "node:util"
    ]
  },
  { path: "src/listeners", may: ["src/domain", "src/intake", core] },
  // Brokers are the world too.
  { path: "src/listeners/mqtt", may: ["src/domain", "src/listeners/ports.ts", core, "mqtt"] },
  {
    path: "src/listeners/websocket",
    may: [
      "src/domain",
      "src/listeners/ports.ts",
      "src/listeners/mqtt/arrivals.ts",
      core,
      "ws",
      "node:dns",
      "node:net"
    ]
  },
  // Tries what a source connects to, for whoever asks: runs nowhere by itself.
  {
    path: "src/listeners/probe",
    may: [
      "src/domain",
      "src/listeners/ports.ts",
      "src/listeners/mqtt",
      "src/listeners/websocket",
      core,
      "mqtt",
      "node:http",
      "node:http2",
      "node:https",
      "node:net"
    ]
  },
  // Of the analyses constants alone: schemas would load Effect into every thread, which then takes twice as long to
  // start.
  {
    path: "sandbox",
    pure: true,
    may: [
      "src/domain/geo",
      "src/domain/zone.ts",
      "src/domain/analysis/compare/changes.ts",
      "src/domain/analysis/livestock.ts",
      "src/domain/analysis/inputTooLarge.ts",
      // what warnings say, in English
      "src/words/en/messages/warnings.ts",
      "src/words/message.ts"
    ],
    mayAsTypes: ["src/domain"]
  },
  // A hash depends on its bytes alone; most else of that module is chance.
  {
    path: "sandbox/result/inputHash.ts",
    pure: true,
    may: ["sandbox", "node:crypto/createHash"],
    mayAsTypes: ["src/domain"]
  },
  {
    path: "sandbox/main.ts",
    pure: true,
    may: ["sandbox", computed, "node:worker_threads"],
    mayAsTypes: ["src/domain"]
  },
  {
    path: "src/store",
    may: [
      "src/domain",
      "src/passwords",
      "src/postgres",
      // what a list shows of a result is stored beside it
      "src/figures/preview.ts",
      // the port, and for what was kept the door
      "src/intake/ports.ts",
      "src/intake/receive.ts",
      ...ports,
      core,
      "effect/cluster",
      "effect/sql",
      "effect/reactivity",
      "@effect/sql-pg",
      "pg",
      "pg-copy-streams",
      "uuid",
      "node:"
    ]
  },
  // The server that npm brought: its own programs know no SQL; which package holds them depends on the machine.
  { path: "src/postgres", may: [core, computed, "node:"] },
  {
    path: "src/postgres/EmbeddedPg.ts",
    may: [
      "src/postgres",
      "src/store/sql/serverMessage.ts",
      core,
      "effect/sql",
      "effect/reactivity",
      "@effect/sql-pg",
      "node:"
    ]
  },
  // Hashing, one at a time, in a process of its own.
  { path: "src/passwords", may: ["src/domain/access", core, "node:"] },
  // Nothing of the engine: committed rows are the hand-off.
  {
    path: "src/api",
    may: [
      "src/words/message.ts",
      "src/domain",
      "src/contract",
      "src/figures",
      "src/intake",
      "src/store",
      "src/passwords",
      "src/backtest",
      "src/listeners/ports.ts",
      "src/listeners/probe",
      core,
      "effect/http",
      "effect/http-api",
      "effect/persistence",
      "effect/ai",
      "effect/observability/PrometheusMetrics",
      "@effect/platform-node",
      "ajv",
      "csv-stringify",
      "exceljs",
      "marked",
      "saxes",
      "uuid",
      "ws",
      "node:"
    ]
  },
  // The door for AI clients: the protocol, and tools that ask the API from within.
  {
    path: "src/mcp",
    may: [
      "src/domain",
      "src/contract",
      "src/api/access/KnownAccess.ts",
      "src/api/http",
      "src/api/authorization/ProtectedResource.ts",
      "src/api/guide/Guide.ts",
      "src/store/access",
      "src/store/roles/InstallationKey.ts",
      core,
      "effect/ai",
      "effect/http",
      "node:crypto",
      "node:fs"
    ]
  },
  // Knows the protocol of AI clients; the library that does is known nowhere else.
  {
    path: "src/api/authorization",
    may: [
      "src/domain",
      "src/contract",
      "src/store",
      "src/api",
      "src/delivery/channels/publicAgent.ts",
      core,
      "effect/http",
      "effect/persistence",
      "@effect/platform-node",
      "oidc-provider",
      "undici",
      "node:"
    ]
  },
  { path: "src/client", may: ["src/domain", "src/contract", core, "effect/http", "effect/http-api"] },
  // Opens archives from strangers, here and in the browser.
  { path: "src/archives", pure: true, may: ["fflate"] },
  // Reads files of tracks, here and in the browser.
  { path: "src/tracks", pure: true, may: ["src/domain", "src/archives", "csv-parse"] },
  { path: "src/demo", may: ["src/domain", "src/client", core, "effect/http"] },
  {
    path: "src/cli",
    may: [
      "src/domain",
      "src/contract",
      "src/client",
      "src/figures",
      "src/tracks",
      "src/archives",
      "src/intake/receive.ts",
      "src/testing",
      "src/runner",
      "src/api/write",
      core,
      "effect/cli",
      "effect/http",
      "effect/http-api",
      "@effect/platform-node",
      "node:"
    ]
  },
  // Looks at what Pugmark stands on from below, when it may not even start.
  { path: "src/cli/doctor.ts", may: ["src/cli", "src/config", core] },
  {
    path: "src/cli/doctor",
    may: [
      "src/domain",
      "src/process/makeDirectory.ts",
      "src/store/sql/Pg.ts",
      "src/store/sql/Migrations.ts",
      "src/store/system/SystemFacts.ts",
      "src/store/sql/serverMessage.ts",
      "src/postgres",
      "src/store/roles",
      core,
      "effect/sql/SqlClient",
      "nodemailer",
      "node:"
    ]
  },
  {
    path: "src/testing",
    may: [
      "src/domain",
      "src/backtest/stress",
      "src/engine/past/replay.ts",
      "src/engine/past/ReplayInput.ts",
      "src/engine/evaluate/RuleSet.ts",
      "src/engine/ports.ts",
      core
    ]
  },
  // Draws for browsers, files and paper alike: data in, a tree of elements out.
  {
    path: "src/figures",
    pure: true,
    may: ["src/domain/zone.ts", "src/domain/analysis/previewBounds.ts"],
    mayAsTypes: ["src/domain"]
  },
  // Runs in browsers: of the contract and the domain it has the types alone, but for the domain's files that
  // import no library and are named here; and nothing of Effect.
  // The words on a screen, by language: texts and what writes them.
  { path: "src/words", may: [] },
  {
    path: "src/console",
    may: [
      "src/words",
      "src/domain/analysis/compare",
      "src/domain/analysis/previewBounds.ts",
      "src/domain/event/takeBack.ts",
      "src/domain/geo/bearing.ts",
      "src/domain/geo/distance.ts",
      "src/domain/geo/earth.ts",
      "src/domain/jsonPointer.ts",
      "src/domain/rule/conditions/compare.ts",
      "src/domain/tracking/reporting.ts",
      "src/figures",
      "react",
      "react-dom",
      "@tanstack",
      "d3-contour",
      "d3-scale",
      "d3-shape",
      "@fontsource"
    ],
    mayAsTypes: ["src/contract", "src/domain", "geojson"]
  },
  // Files of tracks are read in the browser by what reads them on the command line, in a worker.
  {
    path: "src/console/pages/imports",
    may: [
      "src/console",
      "src/words",
      "src/tracks/settlePiece.ts",
      "src/tracks/columnFlags.ts",
      "react",
      "@tanstack"
    ],
    mayAsTypes: ["src/contract", "src/domain", "src/tracks"]
  },
  {
    path: "src/console/pages/imports/worker",
    may: ["src/tracks", "src/archives", "src/domain/intake/TableBroken.ts", "fast-sha256"],
    mayAsTypes: ["src/domain", "src/console/workers"]
  },
  // A file of areas is opened in a worker too.
  {
    path: "src/console/pages/areas/file/worker",
    may: ["src/tracks", "src/console/pages/areas/file/areaBytes.ts"],
    mayAsTypes: ["src/console/workers"]
  },
  {
    path: "src/console/map",
    may: [
      "src/console",
      "src/words",
      "src/domain/geo/earth.ts",
      "d3-contour",
      "topojson-client",
      "world-atlas"
    ],
    mayAsTypes: ["src/contract", "src/domain", "maplibre-gl", "geojson", "topojson-specification"]
  },
  {
    path: "src/console/pages/areas",
    may: [
      "src/console",
      "src/words",
      "src/domain/geo/distance.ts",
      "src/domain/geo/earth.ts",
      "@turf/turf",
      "react",
      "@tanstack"
    ],
    mayAsTypes: ["src/contract", "src/domain", "geojson", "terra-draw"]
  },
  {
    path: "src/console/pages/areas/Pen.ts",
    may: ["src/console", "src/words", "terra-draw", "terra-draw-maplibre-gl-adapter"],
    mayAsTypes: ["geojson"]
  },
  {
    path: "src/console/map/lineReach.ts",
    may: ["src/console/map", "src/domain/geo/distance.ts", "src/domain/geo/earth.ts", "@turf/turf"],
    mayAsTypes: ["geojson"]
  },
  {
    path: "src/console/map/TrackingMap.ts",
    may: ["src/console/map", "src/words", "maplibre-gl"],
    mayAsTypes: ["geojson"]
  },
  // The editor of rules: CodeMirror is large, and is loaded with these alone.
  {
    path: "src/console/pages/bench/json/Editor.ts",
    may: ["src/console", "@codemirror", "@lezer/highlight"],
    mayAsTypes: ["src/domain"]
  },
  {
    path: "src/console/pages/bench/json/completion.ts",
    may: ["src/console/pages/bench"],
    mayAsTypes: ["@codemirror"]
  },
  {
    path: "src/console/pages/bench/json/jsonTree.ts",
    may: ["src/words", "src/domain/jsonPointer.ts", "@codemirror/language"],
    mayAsTypes: ["@codemirror", "@lezer/common"]
  },
  { path: "src/console/pages/sources/connect/qrPath.ts", may: ["lean-qr"] },
  { path: "src/console/vite.config.ts", may: ["vite", "node:"] },
  { path: "src/process/logFile.ts", may: ["src/process/makeDirectory.ts", "node:"] },
  { path: "src/process/log.ts", may: ["src/process/logFile.ts", "src/process/shortLog.ts", core, "node:"] },
  { path: "src/process/shortLog.ts", may: [] },
  { path: "src/process/makeDirectory.ts", may: ["node:"] },
  { path: "src/process/startThread.ts", may: ["src/process/build/manifest.ts", "node:worker_threads"] },
  {
    path: "src/process/telemetry.ts",
    may: ["src/contract/version.ts", core, "effect/http/FetchHttpClient", "effect/observability/Otlp"]
  },
  { path: "src/process/idleGc.ts", may: [core, "node:perf_hooks", "node:v8", "node:vm"] },
  { path: "src/process/noopTracer.ts", may: [core, "effect/sql/Statement"] },
  {
    path: "src/process/observability.ts",
    may: ["src/process/log.ts", "src/process/telemetry.ts", "src/process/noopTracer.ts", core]
  },
  { path: "src/config", may: ["src/domain", core] },
  // The wiring: one role a file, with the connections its rooms need.
  { path: "src/roles", may: ["src", core, "effect", "@effect", "uuid", "node:"] },
  { path: "src/process/analyseProcess.ts", may: ["src/config", "src/store/sql/Pg.ts", core, "node:"] },
  {
    path: "src/process/engineThreadMain.ts",
    may: [
      "src/roles",
      "src/process/idleGc.ts",
      "src/process/observability.ts",
      "src/store/sql/DatabaseClock.ts",
      "src/store/sql/Pg.ts",
      core,
      "node:worker_threads"
    ]
  },
  { path: "src/process/explainStop.ts", may: ["src/store/sql/clusterDisk.ts", core, "node:"] },
  {
    path: "src/process/firstPassword.ts",
    may: ["src/passwords/passwordHash.ts", "src/process/makeDirectory.ts", core, "node:"]
  },
  {
    path: "src/process/banner.ts",
    may: ["src/config", "src/process/firstPassword.ts", "src/process/makeDirectory.ts", "node:"]
  },
  // The start of a role: settings, logs, schema, and what a person is told.
  {
    path: "src/process/startRole.ts",
    may: [
      "src/roles",
      "src/process/analyseProcess.ts",
      "src/config",
      "src/process/idleGc.ts",
      "src/process/log.ts",
      "src/process/banner.ts",
      "src/process/observability.ts",
      "src/demo",
      "src/process/explainStop.ts",
      "src/process/firstPassword.ts",
      "src/api/http/Http.ts",
      "src/store/sql/clusterDisk.ts",
      "src/store/sql/DatabaseClock.ts",
      "src/store/sql/Pg.ts",
      core,
      "@effect/platform-node",
      "node:"
    ]
  },
  {
    path: "src/process/runProgram.ts",
    may: ["src/process/startRole.ts", "src/config", "src/cli", "node:module", "node:url"]
  },
  // The bundle of the server: what it was made of, and its build, which alone loads the bundler.
  { path: "src/process/build/manifest.ts", may: ["node:"] },
  { path: "src/process/build/ensureServer.ts", may: ["src/process/build"] },
  { path: "src/process/build", may: ["src/process/build", "vite", "node:"] },
  {
    path: "src/process/packageCommand.ts",
    may: ["src/process/build/manifest.ts", "src/process/runProgram.ts", "node:fs", computed]
  },
  { path: "src/testing/main.ts", may: ["src/testing/Scene.ts", "node:fs", computed] },
  { path: "src/main.ts", may: ["src/process/build/ensureServer.ts", computed] }
]
