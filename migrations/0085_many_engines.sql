-- Partitions of the log are spread over the engine processes that run. Which process should own a partition is placed by
-- effect/cluster, in its tables (of the library, as its own migration makes them); who owns one is who raised its epoch last.

create table cluster_runners (
  machine_id serial primary key,
  address varchar(255) not null unique,
  runner text not null,
  healthy boolean not null default true,
  last_heartbeat timestamp not null default now()
);
create table cluster_locks (
  shard_id varchar(50) primary key,
  address varchar(255) not null,
  acquired_at timestamp not null
);

alter table partition_cursor drop column lease_until, add column claimed_at timestamptz;
