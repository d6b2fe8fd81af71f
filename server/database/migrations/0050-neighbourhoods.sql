-- The neighbourhood (동) of saved places, by which people search although road addresses seldom name it.

-- '' if the address names none. The bracket of a road address, else the last word before the number of the lot or
-- before the road: 성수동2가, 을지로1가, 문호리, 애월읍.
create function neighbourhood_in(address text) returns text language sql immutable parallel safe as $$
  select coalesce(
    substring(address from '\(([가-힣][가-힣0-9]*(?:동|가|리|읍|면|로))[,)]'),
    substring(whereabouts from '(?:^|\s)([가-힣][가-힣0-9]*(?:동|[0-9]가))(?:\s\S+[로길])?\s*$'),
    substring(whereabouts from '[읍면]\s([가-힣]+리)(?:\s\S+[로길])?\s*$'),
    substring(whereabouts from '[시군]\s([가-힣]+[읍면])(?:\s\S+[로길])?\s*$'),
    ''
  )
  from (select regexp_replace(address, '\s(?:산\s*|지하\s*)?[0-9].*$', '') as whereabouts) as cut
$$;

alter table restaurants_public add column neighbourhood text not null default '';

update restaurants_public as place
set neighbourhood = found.neighbourhood
from (
  select saved.id,
    coalesce(nullif(neighbourhood_in(saved.address), ''), neighbourhood_in(indexed.lot_address), '') as neighbourhood
  from restaurants_public as saved left join places as indexed on indexed.place_id = saved.id
) as found
where found.id = place.id and found.neighbourhood <> '';

-- Browsers keep these documents by version; both have a new field.
update restaurant_lists
set version = greatest(version + 1, (date_part('epoch', clock_timestamp()) * 1000)::int8);
update provided_document
set version = greatest(version + 1, (date_part('epoch', clock_timestamp()) * 1000)::int8);
