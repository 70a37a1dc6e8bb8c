-- 64 partitions of the log instead of 16: by the last two hexadecimal digits of a subject's id, of which the lower one
-- was the partition before. Each partition p becomes four, p, p + 16, p + 32 and p + 48, with its cursor, its ticks and
-- its lanes; what belongs to a subject moves to the partition of that subject. Log rows that are yet to be read become
-- a row of each of the four, and each evaluates its own entries of them (`is_shared`).

-- another name, so that nothing of an older program appends to partitions that are not those of its subjects
alter table log_partition rename to log_partitions;
lock table log_partitions, partition_cursor in access exclusive mode;

create function partition_of(subject uuid) returns integer language sql immutable parallel safe
  return ('x' || right(subject::text, 2))::bit(8)::integer & 63;

insert into log_partitions (partition) select generate_series(16, 63);
insert into partition_cursor (partition, position, epoch, moved_at)
select c.partition + n, c.position, c.epoch, c.moved_at from partition_cursor c, unnest(array[16, 32, 48]) n;
-- an engine of before commits nothing more
update partition_cursor set epoch = epoch + 1, owner = null, claimed_at = null where epoch > 0;

alter table observation_log drop constraint observation_log_partition_check,
  add check (partition between 0 and 63),
  add column is_shared boolean;                        -- true or null
update observation_log o set is_shared = true
from partition_cursor c
where c.partition = o.partition
  and o.id > least(c.position, (select min(l.position) from project_lanes l where l.partition = o.partition));
insert into observation_log (partition, id, batch_id, received_at, size, payload, project_ids, packed, is_shared)
  overriding system value
select o.partition + n, o.id, o.batch_id, o.received_at, o.size, o.payload, o.project_ids, o.packed, true
from observation_log o, unnest(array[16, 32, 48]) n where o.is_shared;

alter table project_lanes drop constraint project_lanes_partition_check, add check (partition between 0 and 63);
insert into project_lanes (partition, project_id, position, up_to, subject_id, at, ticked, opened_at, rule_id)
select l.partition + n, l.project_id, l.position, l.up_to, l.subject_id, l.at, l.ticked, l.opened_at, l.rule_id
from project_lanes l, unnest(array[16, 32, 48]) n;

-- ticks that are judged for some subjects of a partition: for those before one, in the order of their ids
insert into tick_cursors (project_id, partition, ticked_to, next_to, subject_id, at)
select t.project_id, t.partition + n, t.ticked_to, t.next_to, t.subject_id, t.at
from tick_cursors t, unnest(array[16, 32, 48]) n;

insert into rule_set_adoptions (partition, project_id, rule_set_version, from_position, at)
select a.partition + n, a.project_id, a.rule_set_version, a.from_position, a.at
from rule_set_adoptions a, unnest(array[16, 32, 48]) n;

update subject_placements set partition = partition_of(subject_id) where partition <> partition_of(subject_id);
update rule_states set partition = partition_of(subject_id) where partition <> partition_of(subject_id);
update rule_set_periods set partition = partition_of(subject_id) where partition <> partition_of(subject_id);
update late_spans set partition = partition_of(subject_id) where partition <> partition_of(subject_id);
