-- One alert an episode: a reminder carries the alert of its episode and is counted on it.

-- `episode_id`: of a reminder the event that began its episode; null: no reminder, or one of before.
-- `alert_id`: of a reminder the alert that it is counted on; null: it opened one itself (alerts.event_id), or carries none.
alter table events
  add column episode_id uuid,
  add column alert_id uuid;
create index on events (alert_id, time) where alert_id is not null;

-- The event that began the episode of an alert; null: the alert's own event did, or it is about a moment.
alter table alerts add column episode_id uuid;
create index on alerts (coalesce(episode_id, event_id));

-- Reminders of before have alerts of their own, which stay as they are; of an episode that is open still the next
-- reminder is counted on the newest of them.
update events e set episode_id = s.episode_event_id
from rule_states s join events b on b.id = s.episode_event_id
where e.rule_id = s.rule_id and coalesce(e.entity_id, e.device_id) = s.subject_id and e.reminder and e.time >= b.time;
update alerts a set episode_id = e.episode_id from events e where e.id = a.event_id and e.episode_id is not null;

-- Whether an automation tells of reminders whose alert is acknowledged.
alter table automations add column remind_acknowledged boolean not null default false;
