import "./design/scale.css"
import "./design/tokens.css"
import "./design/base.css"
import "./design/parts.css"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { followConnection } from "./data/alerts/alertSteps.ts"
import { watchLiveState } from "./data/liveStore.ts"
import { queryClient } from "./data/queryClient.ts"
import { startLanguage } from "./design/language.ts"
import { startTheme } from "./design/theme.ts"
import { session } from "./data/session.ts"
import { loadWords } from "../words/language.ts"
import { router } from "./routes.tsx"

startTheme()
startLanguage()
followConnection(watchLiveState)

const root = createRoot(document.getElementById("root")!)
const show = (): void =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )

// read beside the words, not after them
void queryClient.prefetchQuery(session)
// no top-level await: it would split the shell into dozens of chunks, as pages import from the entry
void loadWords("common").then(show)
