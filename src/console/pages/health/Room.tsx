// Resources that may run out: usage and limit of each.
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { numberText } from "../../design/numbers.ts"
import { Section } from "../../design/Section.tsx"
import type { HealthHistory, SystemHealth } from "../../data/health.ts"
import look from "./health.module.css"
import { Meter } from "./Meter.tsx"
import { Trend } from "./Trend.tsx"
import { bytesText } from "./words.ts"

interface LineProps {
  readonly name: string
  readonly text: string
  readonly meter: ReactNode
  readonly trend?: ReactNode
}

const Line = ({ meter, name, text, trend }: LineProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {meter}
      <span className={look["trend"]}>{trend}</span>
      <span className={`num ${look["text"]}`}>{text}</span>
    </dd>
  </div>
)

interface RoomProps {
  readonly health: SystemHealth
  readonly history: HealthHistory | undefined
  readonly span: string
}

/** Room shows disk, connections and other limited resources. */
export const Room = ({ health, history, span }: RoomProps) => {
  const { attention, database, disk, failed_traces_last_hour: failed, limits, partitions } = health
  const isWrong = (code: string) => attention.some((line) => line.code === code)
  const unread = partitions.reduce((sum, one) => sum + one.unread, 0)
  return (
    <Section title={words.health.resources.title} about={words.health.resources.about}>
      <dl className={look["room"]}>
        {disk === null ? (
          <Line name={words.health.resources.disk} meter={null} text={words.health.resources.diskUnknown} />
        ) : (
          <Line
            name={words.health.resources.disk}
            meter={
              <Meter
                share={1 - disk.free_bytes / disk.total_bytes}
                limit={1 - (limits.disk_free_bytes ?? 0) / disk.total_bytes}
                isWrong={isWrong("DISK_SHORT")}
              />
            }
            trend={
              history !== undefined && (
                <Trend
                  values={history.disk_free_bytes}
                  atLeast={disk.total_bytes / 100}
                  fromLeast
                  label={words.health.resources.diskTrend({ span })}
                />
              )
            }
            text={words.health.resources.diskFree({
              free: bytesText(disk.free_bytes),
              total: bytesText(disk.total_bytes)
            })}
          />
        )}
        <Line
          name={words.health.resources.database}
          meter={null}
          trend={
            history !== undefined && (
              <Trend
                values={history.database_bytes}
                atLeast={database.size_bytes / 50}
                fromLeast
                label={words.health.resources.databaseTrend({ span })}
              />
            )
          }
          text={bytesText(database.size_bytes)}
        />
        <Line
          name={words.health.resources.connections}
          meter={
            <Meter
              share={database.connections / database.max_connections}
              limit={limits.connections / database.max_connections}
              isWrong={isWrong("CONNECTIONS_SHORT")}
            />
          }
          trend={
            history !== undefined && (
              <Trend
                values={history.connections}
                atLeast={database.max_connections}
                label={words.health.resources.connectionsTrend({ span })}
              />
            )
          }
          text={words.health.resources.connectionsUsed({
            count: database.connections,
            total: database.max_connections,
            limit: limits.connections
          })}
        />
        <Line
          name={words.health.resources.unreadRows}
          meter={<Meter share={unread / limits.unread_rows} isWrong={isWrong("INGEST_SHEDS")} />}
          text={words.health.resources.unreadRowsUsed({
            count: numberText(unread),
            limit: numberText(limits.unread_rows)
          })}
        />
        <Line
          name={words.health.resources.failedTraces}
          meter={<Meter share={failed / limits.failed_traces_per_hour} isWrong={isWrong("TRACES_FAILING")} />}
          text={words.health.resources.failedTracesUsed({
            count: numberText(failed),
            limit: numberText(limits.failed_traces_per_hour)
          })}
        />
      </dl>
    </Section>
  )
}
