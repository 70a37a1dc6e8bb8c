import "./design/scale.css"
import "./design/tokens.css"
import "./design/base.css"
import "./design/parts.css"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { queryClient } from "./data/queryClient.ts"
import { startTheme } from "./design/theme.ts"
import { router } from "./routes.tsx"

startTheme()

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>
)
