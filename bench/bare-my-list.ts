/**
 * Baseline for the list: a server of node:http and pg with the same query as the product, without sign-in, validation
 * or headers. `GET /<user id>` answers with the list of this member. `GET /unchanged/<user id>` only reads the version
 * of the list and always answers with 304.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });

const text = `
    select place.id, place.name, place.address, place.neighbourhood, place.lat, place.lng, place.phone_number as "phoneNumber",
      place.category_id as "catalogueCategoryId", link.user_category_override_id as "userCategoryOverrideId",
      place.private_to_uid is not null as "isManual", place.is_example as "isExample",
      place.business_status as "businessStatus",
      (date_part('epoch', place.first_added_to_public_at) * 1000)::int8 as "firstAddedToPublicAt",
      link.status, link.custom_tags as "customTags", link.rating, link.review, link.source_kind as "sourceKind",
      link.source_memo as "sourceMemo", link.is_shared as "isShared",
      link.is_anonymous as "isAnonymous",
      link.user_photo_filenames as "userPhotoFilenames", link.shared_list_id as "sharedListId",
      (date_part('epoch', link.linked_at) * 1000)::int8 as "linkedAt",
      (date_part('epoch', link.visited_at) * 1000)::int8 as "visitedAt",
      (date_part('epoch', link.last_modified_by_user_at) * 1000)::int8 as "lastModifiedByUserAt"
    from my_restaurants as link
    join restaurants_public as place on place.id = link.restaurant_id
    where link.user_id = $1 and link.deleted_at is null
    order by link.linked_at desc, link.restaurant_id`;

const version = 'select version from restaurant_lists where user_id = $1';

const server = createServer(async (request, response) => {
  const [, first = '', second] = request.url?.split('/') ?? [];
  if (first === 'unchanged') {
    const { rows } = await pool.query({ name: 'bare_version', text: version, values: [second] });
    response.writeHead(304, { etag: `"${rows[0]?.version}"` });
    response.end();
    return;
  }
  const { rows } = await pool.query({ name: 'bare_list', text, values: [first] });
  const body = JSON.stringify({ restaurants: rows });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ listening: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('SIGTERM', () => process.exit(0));
