import "./design/scale.css"
import "./look/tokens.css"
import "./look/base.css"
import "./look/parts.css"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { queryClient } from "./queries/queryClient.ts"
import { startTheme } from "./look/theme.ts"
import { router } from "./routes.tsx"

startTheme()

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>
)
