import type pg from 'pg';

export const LIST_LENGTH = 100;
/** Number of members with a list in the small data set. The set also has the same number of members without a list. */
export const MEMBERS = 1_000;
export const PLACES = 1_000_000;

/** A catalogue of a million places and a thousand lists. Most benchmarks use it. */
export const smallWorld = {
  name: 'bench_small_world',
  load: async (pool: pg.Pool) => {
    await loadCatalogue(pool, { places: PLACES });
    await loadLists(pool, { from: 1, to: MEMBERS, places: PLACES });
    await loadMembers(pool, { from: MEMBERS + 1, to: 2 * MEMBERS });
  },
};

/** The start of all user ids of the generated members. The statements below write it out. */
export const USER_ID_PREFIX = 'bench-user-';
export const userOf = (n: number) => `${USER_ID_PREFIX}${n}`;
export const sessionOf = (n: number) => `bench-session-${n}`;
/** Number of links to the whole list that `loadShares` creates for each member. */
export const SHARES_EACH = 10;
/** Returns the id of a member's link to the whole list. The id is as long as a real id. */
export const shareOf = (member: number, link = 1) => `bench-share-${member}-${link}`.padEnd(32, '-');
/** Returns the id of the place at position `slot` of a member's generated list. */
export const placeOf = ({ member, slot, places }: { member: number; slot: number; places: number }) =>
  `bench-place-${1 + ((member * 7919 + slot * 99_991) % places)}`;

/** Generates a catalogue of places all over the country. */
export async function loadCatalogue(pool: pg.Pool, { places }: { places: number }): Promise<void> {
  await pool.query(
    `insert into restaurants_public
       (id, provider, provider_fetched_at, name, address, lat, lng, category_id, phone_number, business_status)
     select 'bench-place-' || n, 'local', now(),
       (array['온달','하늘','바다','산골','골목','시장','할머니','새벽'])[(1 + n % 8)::int] || ' ' ||
         (array['국수','국밥','갈비','횟집','분식','카페','빵집','만두'])[(1 + n / 8 % 8)::int] || ' ' || n || '호점',
       '서울특별시 종로구 예시로' || n % 900 || '길 ' || n % 97,
       33.2 + 5.2 * (n * 7919 % 100003) / 100003.0, 126.1 + 3.4 * (n * 104729 % 100003) / 100003.0,
       (array['korean','grill','seafood','noodles','soup','bunsik','cafe','bakery'])[(1 + n % 8)::int],
       '02-' || 1000 + n % 9000 || '-' || 1000 + n * 7 % 9000, 'operational'
     from generate_series(1::bigint, $1::bigint) n`,
    [places],
  );
}

/** Generates paid members, each with an empty list and a session that stays valid for long. */
export async function loadMembers(pool: pg.Pool, { from, to }: { from: number; to: number }): Promise<void> {
  const range = [from, to];
  await pool.query(
    // The members are marked as welcomed, because otherwise the server would send thousands of mails during the
    // measurement.
    `insert into users (id, name, email, email_verified, welcomed_at)
     select 'bench-user-' || n, '모먹지', 'bench' || n || '@example.com', true, now()
     from generate_series($1::int, $2::int) n`,
    range,
  );
  await pool.query(
    `insert into sessions (id, token, user_id, expires_at, updated_at)
     select 'bench-session-id-' || n, 'bench-session-' || n, 'bench-user-' || n, now() + interval '10 years', now()
     from generate_series($1::int, $2::int) n`,
    range,
  );
  await pool.query(
    `insert into memberships (user_id, account_tier)
     select 'bench-user-' || n, 'paid' from generate_series($1::int, $2::int) n`,
    range,
  );
  await pool.query(
    `insert into restaurant_lists (user_id, version)
     select 'bench-user-' || n, 1 from generate_series($1::int, $2::int) n`,
    range,
  );
}

/**
 * Gives each member a list of a hundred places. Rows are inserted as in real use: the first place of each member, then
 * the second place of each member, and so on. Therefore each row of a list is in a different page of the table.
 */
export async function loadLists(
  pool: pg.Pool,
  { from, to, places }: { from: number; to: number; places: number },
): Promise<void> {
  await loadMembers(pool, { from, to });
  const client = await pool.connect();
  // Foreign keys are not checked, because the checks would take most of the time and the generated rows are valid.
  await client.query("set session_replication_role = 'replica'");
  for (let slot = 0; slot < LIST_LENGTH; slot += 1) {
    await client.query(
      `insert into my_restaurants
         (user_id, restaurant_id, status, rating, review, custom_tags, source_kind, source_memo, linked_at)
       select 'bench-user-' || n,
         'bench-place-' || 1 + (n::bigint * 7919 + $3::bigint * 99991) % $4::bigint,
         case $3::int % 3 when 0 then '방문 완료' else '방문 예정' end,
         case $3::int % 3 when 0 then (1 + n % 10) / 2.0 end,
         case $3::int % 3 when 0 then '국물이 진하고 반찬이 정갈하다. 다음에는 부모님과 함께 오자.' else '' end,
         array['점심', '혼밥'], 'tv', '골목 방송 ' || $3::int || '회', now() - $3::int * interval '1 day'
       from generate_series($1::int, $2::int) n`,
      [from, to, slot, places],
    );
  }
  await client.query('reset session_replication_role');
  client.release();
}

/** Creates links to the whole list of each member, numbered from one. */
export async function loadShares(pool: pg.Pool, { from, to }: { from: number; to: number }): Promise<void> {
  await pool.query(
    `insert into list_shares (id, user_id, title, note, selection, shows_ratings, shows_reviews, shows_memos)
     select rpad('bench-share-' || n || '-' || link, 32, '-'), 'bench-user-' || n, '비 오는 날 국물 지도', '', '{"of":"all"}',
       true, true, false
     from generate_series($1::int, $2::int) n cross join generate_series(1, ${SHARES_EACH}) link
     on conflict do nothing`,
    [from, to],
  );
}

/** Number of entries of each journal that `loadShortJournals` creates. */
export const JOURNAL_LENGTH = 10;

/** Creates a journal with ten entries for each member. */
export async function loadShortJournals(
  pool: pg.Pool,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await pool.query(
    `insert into journals (user_id, version) select 'bench-user-' || n, 1 from generate_series($1::int, $2::int) n`,
    [from, to],
  );
  // As in `loadLists`, the first entries of all members are inserted before the second entries.
  await pool.query(
    `insert into journal_entries
       (user_id, id, restaurant_name, visit_date, visit_time, journal_text, tags_with, tags_occasion)
     select 'bench-user-' || n, gen_random_uuid(), '온달국수 ' || n % 97 || '호', current_date - 7 * entry, '12:30',
       repeat('국물까지 싹 비우고 나왔다. 다음에는 부모님과. ', entry), array['친구와'], array['가볍게 한 끼']
     from generate_series(1, ${JOURNAL_LENGTH}) entry cross join generate_series($1::int, $2::int) n`,
    [from, to],
  );
}

/** Lengths of the lists that `loadLongLists` creates for the first three members. The third member has a journal. */
const LONG_LISTS = [5_000, 10_000, 1_000];
const LONG_JOURNAL = { member: 3, length: 5_000 };

/** Generates members with 5,000 and 10,000 restaurants all over Seoul, and a member with 5,000 journal entries. */
export async function loadLongLists(pool: pg.Pool): Promise<void> {
  await loadCatalogue(pool, { places: Math.max(...LONG_LISTS) });
  await pool.query(
    'update restaurants_public set lat = 37.4 + 0.3 * (lat - 33.2) / 5.2, lng = 126.8 + 0.4 * (lng - 126.1) / 3.4',
  );
  await loadMembers(pool, { from: 1, to: LONG_LISTS.length });
  for (const [index, length] of LONG_LISTS.entries())
    await pool.query(
      `insert into my_restaurants (user_id, restaurant_id, status, custom_tags, linked_at)
       select $1, 'bench-place-' || n, '방문 예정', array['점심'], now() - n * interval '1 minute'
       from generate_series(1, $2::int) n`,
      [userOf(index + 1), length],
    );
  await loadLongJournal(pool);
}

/** Generates a journal of about two meals a day, at the places of the member's list. One text in ten is long. */
async function loadLongJournal(pool: pg.Pool): Promise<void> {
  const userId = userOf(LONG_JOURNAL.member);
  await pool.query('insert into journals (user_id, version) values ($1, 1)', [userId]);
  await pool.query(
    `insert into journal_entries
       (user_id, id, restaurant_id, restaurant_name, visit_date, visit_time, journal_text, tags_with, tags_occasion,
        amount_won)
     select $1, gen_random_uuid(), place.id, place.name, current_date - n / 2, '12:30',
       repeat('국물까지 싹 비우고 나왔다. 다음에는 부모님과. ', case n % 10 when 0 then 15 else 1 + n % 4 end),
       array[(array['혼밥/혼술','친구와','가족과','동료와'])[1 + n % 4]],
       array[(array['데이트','가볍게 한 끼','여행 중','특별한 날','모임/회식'])[1 + n % 5]], 1000 * (8 + n % 40)
     from generate_series(1, $2::int) n
     join restaurants_public place on place.id = 'bench-place-' || 1 + n * 7 % $3::int`,
    [userId, LONG_JOURNAL.length, LONG_LISTS[LONG_JOURNAL.member - 1]],
  );
}
