-- What makes a rule's event the same one counts the feature it names, of a level (`inside`) too: a level that is found out to have been true in
-- another place is another event. Keys of before left the feature of a level out; crossings had theirs.
update events set event_key = sha256(convert_to(concat_ws('|', rule_id, rule_version, coalesce(entity_id, device_id), context ->> 'kind', feature_id,
    (extract(epoch from time) * 1000)::bigint), 'UTF8'))
  where source_kind = 'rule' and feature_id is not null and context ->> 'kind' in ('rise', 'reminder');
