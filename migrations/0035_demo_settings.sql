-- The demo farm says what its map and its words are, as one that is made now does; what somebody has set stays.
update projects
set settings = jsonb_build_object('landscape', 'demo', 'spark_metric', 'activity',
  'entity_word', jsonb_build_object('one', 'animal', 'many', 'animals')) || settings
where settings -> 'demo' ? 'seed';
