-- Tags are compared character by character, so they are stored in NFC. macOS types and copies Hangul in NFD, and earlier
-- versions stored it as it was.

-- The order of the tags stays; a tag that becomes equal to an earlier one is removed.
create function pg_temp.composed(tags text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(tag order by at), '{}')
  from (
    select normalize(given.tag, nfc) as tag, min(given.at) as at
    from unnest(tags) with ordinality as given (tag, at) group by 1
  ) as kept
$$;

-- Documents get a new version, because browsers keep them by version. They are locked before their rows, as in every
-- write.
update restaurant_lists
set version = greatest(version + 1, (date_part('epoch', clock_timestamp()) * 1000)::int8)
where user_id in (select user_id from my_restaurants where custom_tags::text is not nfc normalized);
update my_restaurants set custom_tags = pg_temp.composed(custom_tags)
where custom_tags::text is not nfc normalized;

update journals
set version = greatest(version + 1, (date_part('epoch', clock_timestamp()) * 1000)::int8)
where user_id in (
  select user_id from journal_entries
  where concat(tags_with::text, tags_occasion::text, restaurant_name) is not nfc normalized
);
-- The name is the key of places that are not in the catalogue.
update journal_entries
set tags_with = pg_temp.composed(tags_with), tags_occasion = pg_temp.composed(tags_occasion),
  restaurant_name = normalize(restaurant_name, nfc)
where concat(tags_with::text, tags_occasion::text, restaurant_name) is not nfc normalized;

update provided_document
set version = greatest(version + 1, (date_part('epoch', clock_timestamp()) * 1000)::int8)
where exists (select from restaurants_public where public_custom_tags::text is not nfc normalized);
update restaurants_public set public_custom_tags = pg_temp.composed(public_custom_tags)
where public_custom_tags::text is not nfc normalized;

-- A link that shows the places with a tag.
update list_shares set selection = normalize(selection::text, nfc)::jsonb, version = version + 1
where selection::text is not nfc normalized;
