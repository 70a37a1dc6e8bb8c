// Every store that the handlers of the API read and write.
import { Layer } from "effect"
import { Alerts } from "../../store/events/Alerts.ts"
import { EntityAssignments } from "../../store/tracking/assignments/EntityAssignments.ts"
import { ProjectAssignments } from "../../store/tracking/assignments/ProjectAssignments.ts"
import { AuditLog } from "../../store/access/AuditLog.ts"
import { AutomationPreviews } from "../../store/delivery/AutomationPreviews.ts"
import { Automations } from "../../store/delivery/Automations.ts"
import { ClientAccesses } from "../../store/access/ClientAccesses.ts"
import { ClientReports } from "../../store/access/ClientReports.ts"
import { ConnectedClients } from "../../store/access/ConnectedClients.ts"
import { Contacts } from "../../store/access/Contacts.ts"
import { Curations } from "../../store/tracking/positions/Curations.ts"
import { DataSources } from "../../store/intake/DataSources.ts"
import { Deliveries } from "../../store/delivery/Deliveries.ts"
import { DeviceDays } from "../../store/tracking/devices/DeviceDays.ts"
import { Devices } from "../../store/tracking/devices/Devices.ts"
import { Entities } from "../../store/tracking/entities/Entities.ts"
import { EntityList } from "../../store/tracking/entities/EntityList.ts"
import { EntityTypes } from "../../store/tracking/entities/EntityTypes.ts"
import { EventFeed } from "../../store/events/EventFeed.ts"
import { EventContext } from "../../store/events/EventContext.ts"
import { Events } from "../../store/events/Events.ts"
import { EvidenceSql } from "../../store/events/EvidenceSql.ts"
import { Exports } from "../../store/exports/Exports.ts"
import { FeatureDetails } from "../../store/tracking/features/FeatureDetails.ts"
import { FeatureSamples } from "../../store/tracking/features/FeatureSamples.ts"
import { Features } from "../../store/tracking/features/Features.ts"
import { Groups } from "../../store/tracking/entities/Groups.ts"
import { Health } from "../../store/system/Health.ts"
import { HealthHistory } from "../../store/system/HealthHistory.ts"
import { Jobs } from "../../store/jobs/Jobs.ts"
import { KeptItems } from "../../store/intake/KeptItems.ts"
import { LiveMap } from "../../store/tracking/map/LiveMap.ts"
import { LoginAttempts } from "../../store/access/LoginAttempts.ts"
import { LastPlaces } from "../../store/tracking/map/LastPlaces.ts"
import { LatestValues } from "../../store/tracking/measurements/LatestValues.ts"
import { Measurements } from "../../store/tracking/measurements/Measurements.ts"
import { MetricSeries } from "../../store/tracking/measurements/MetricSeries.ts"
import { Members } from "../../store/access/Members.ts"
import { Memberships } from "../../store/access/Memberships.ts"
import { Metrics } from "../../store/tracking/measurements/Metrics.ts"
import { NeedsAttention } from "../../store/system/NeedsAttention.ts"
import { OauthEntries } from "../../store/access/OauthEntries.ts"
import { InstallationKey } from "../../store/roles/InstallationKey.ts"
import { OwnAccount } from "../../store/access/OwnAccount.ts"
import { Passwords } from "../../passwords/Passwords.ts"
import { PeriodFixes } from "../../store/tracking/features/PeriodFixes.ts"
import { PositionFeed } from "../../store/tracking/positions/PositionFeed.ts"
import { Positions } from "../../store/tracking/positions/Positions.ts"
import { ProjectMetrics } from "../../store/tracking/measurements/ProjectMetrics.ts"
import { Projects } from "../../store/tracking/projects/Projects.ts"
import { Replays } from "../../store/tracking/positions/Replays.ts"
import { Roles } from "../../store/access/Roles.ts"
import { RuleActivity } from "../../store/rules/RuleActivity.ts"
import { RuleNames } from "../../store/rules/RuleNames.ts"
import { Rules } from "../../store/rules/Rules.ts"
import { RuleStates } from "../../store/rules/RuleStates.ts"
import { RuleHistorySql } from "../../store/rules/RuleHistorySql.ts"
import { SubjectHistorySql } from "../../store/rules/SubjectHistorySql.ts"
import { SubjectsSql } from "../../store/rules/SubjectsSql.ts"
import { Search } from "../../store/search/Search.ts"
import { Sessions } from "../../store/access/Sessions.ts"
import { Snoozes } from "../../store/rules/Snoozes.ts"
import { AccessWatch } from "../../store/access/AccessWatch.ts"
import { SystemFacts } from "../../store/system/SystemFacts.ts"
import { TelegramChats } from "../../store/delivery/TelegramChats.ts"
import { Timelines } from "../../store/tracking/map/Timelines.ts"
import { Tokens } from "../../store/access/Tokens.ts"
import { Traces } from "../../store/events/Traces.ts"
import { RemovalRequests } from "../../store/intake/imports/RemovalRequests.ts"
import { TrackImports } from "../../store/intake/TrackImports.ts"
import { Traffic } from "../../store/system/Traffic.ts"
import { TrafficCounts } from "../../store/system/TrafficCounts.ts"
import { UnknownIdentities } from "../../store/tracking/devices/UnknownIdentities.ts"
import { Users } from "../../store/access/Users.ts"
import { Visibilities } from "../../store/access/Visibilities.ts"
import { WorkerMetrics } from "../../store/system/WorkerMetrics.ts"

/**
 * `ApiStores` provides every store of the API. They need the pool of the role `pugmark_api` and its login
 * only.
 */
export const ApiStores = Layer.mergeAll(
  AuditLog.layer,
  AutomationPreviews.layer,
  Automations.layer,
  ClientAccesses.layer,
  ClientReports.layer,
  ConnectedClients.layer,
  Contacts.layer,
  Curations.layer,
  DataSources.layer,
  Deliveries.layer,
  DeviceDays.layer,
  Devices.layer,
  Entities.layer,
  EntityList.layer,
  EntityAssignments.layer,
  EntityTypes.layer,
  EventContext.layer,
  EventFeed.layer,
  EvidenceSql,
  Exports.layer,
  Features.layer,
  FeatureDetails.layer,
  FeatureSamples.layer,
  Groups.layer,
  Health.layer,
  HealthHistory.layer,
  Jobs.layer,
  LastPlaces.layer,
  LatestValues.layer,
  KeptItems.layer,
  LiveMap.layer,
  LoginAttempts.layer,
  Measurements.layer,
  Members.layer,
  Metrics.layer,
  MetricSeries.layer,
  ProjectMetrics.layer,
  NeedsAttention.layer,
  InstallationKey.layer,
  OauthEntries.layer,
  OwnAccount.layer,
  PeriodFixes.layer,
  PositionFeed.layer,
  Positions.layer,
  ProjectAssignments.layer,
  Projects.layer,
  Replays.layer,
  Roles.layer,
  RuleActivity.layer,
  RuleNames.layer,
  Rules.layer,
  RuleStates.layer,
  RuleHistorySql,
  Sessions.layer,
  Snoozes.layer,
  AccessWatch.layer,
  SubjectHistorySql,
  SubjectsSql,
  SystemFacts.layer,
  TelegramChats.layer,
  Timelines.layer,
  Tokens.layer,
  Traces.layer,
  TrackImports.layer,
  RemovalRequests.layer,
  Traffic.layer,
  TrafficCounts.layer,
  UnknownIdentities.layer,
  Users.layer,
  WorkerMetrics.layer
).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      Alerts.layer,
      Events.layer,
      Memberships.layer,
      Passwords.layer,
      Search.layer,
      Visibilities.layer
    )
  )
)
