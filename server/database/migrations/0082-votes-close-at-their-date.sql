-- An open vote closes at the end of its date in Korea, instead of after 14 days.
update votes
set closes_at = (meets_on + 1)::timestamp at time zone 'Asia/Seoul' - interval '1 millisecond',
  version = greatest(version + 1, (date_part('epoch', clock_timestamp()) * 1000)::int8)
where closes_at > now();
