// The frame of a question about a file.
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { Card, Stack, Text } from "../../design/kit.tsx"

interface AskedProps {
  readonly title: string
  /** what of the file made it a question */
  readonly why?: string
  readonly children: ReactNode
}

/** Asked is the frame of a question. */
export const Asked = ({ children, title, why }: AskedProps) => (
  <Card title={title} beside={<span className="chip late">{words.importQuestions.asked}</span>}>
    <Stack pad gap={4}>
      {why !== undefined && (
        <Text as="p" tone="soft">
          {why}
        </Text>
      )}
      {children}
    </Stack>
  </Card>
)
