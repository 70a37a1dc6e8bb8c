-- The place of an event may have any shape. A point stands in lon and lat, as before. Of anything else these are where a map marks it,
-- and `box` (west, south, east, north; west > east crosses the antimeridian) is what a search by box compares.
alter table events
  add column geometry jsonb,
  add column box float8[] check (array_length(box, 1) = 4),
  add check ((geometry is null) = (box is null)),
  add check (geometry is null or lon is not null);
