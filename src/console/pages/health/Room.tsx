// Resources that may run out: usage and limit of each.
import type { ReactNode } from "react"
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
    <Section title="Room" about="what is taken, and how much may be">
      <dl className={look["room"]}>
        {disk === null ? (
          <Line name="Disk" meter={null} text="cannot be looked at" />
        ) : (
          <Line
            name="Disk"
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
                  label={`Free, ${span}`}
                />
              )
            }
            text={`${bytesText(disk.free_bytes)} free of ${bytesText(disk.total_bytes)}`}
          />
        )}
        <Line
          name="Database"
          meter={null}
          trend={
            history !== undefined && (
              <Trend
                values={history.database_bytes}
                atLeast={database.size_bytes / 50}
                fromLeast
                label={`Size of the database, ${span}`}
              />
            )
          }
          text={bytesText(database.size_bytes)}
        />
        <Line
          name="Connections"
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
                label={`Connections, ${span}`}
              />
            )
          }
          text={`${database.connections} of ${database.max_connections}, limit ${limits.connections}`}
        />
        <Line
          name="Unread rows"
          meter={<Meter share={unread / limits.unread_rows} isWrong={isWrong("INGEST_SHEDS")} />}
          text={`${numberText(unread)} of ${numberText(limits.unread_rows)}`}
        />
        <Line
          name="Failed traces"
          meter={<Meter share={failed / limits.failed_traces_per_hour} isWrong={isWrong("TRACES_FAILING")} />}
          text={`${numberText(failed)} in an hour, limit ${numberText(limits.failed_traces_per_hour)}`}
        />
      </dl>
    </Section>
  )
}
