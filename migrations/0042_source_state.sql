-- How a source is doing is shown in every list of them: the last item that was taken, and the last that was
-- refused, are found without reading all that came between.

create index on arrivals (data_source_id, received_at desc, id desc) where status in ('accepted', 'duplicate');
create index on arrivals (data_source_id, received_at desc, id desc) where status = 'rejected';
