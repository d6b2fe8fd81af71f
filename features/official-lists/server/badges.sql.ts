import type { OfficialBadge } from '#features/official-lists/official-lists.contract.ts';
import { anyOf } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';

const badges = (connection: Connection) =>
  connection
    .selectFrom('official_list_entries as entry')
    .innerJoin('official_lists as list', 'list.list', 'entry.list')
    .where('entry.left_at', 'is', null)
    .where('entry.place_id', 'is not', null)
    .select(({ ref }) => [
      ref('entry.place_id').$notNull().as('placeId'),
      'entry.list',
      'list.year',
      ref('entry.menus').$castTo<OfficialBadge['menus']>().as('menus'),
    ])
    .orderBy('entry.place_id')
    .orderBy('entry.list')
    .orderBy('entry.id');

export const selectBadges = (connection: Connection, placeIds: readonly string[]): Promise<OfficialBadge[]> =>
  badges(connection).where('entry.place_id', '=', anyOf(placeIds)).execute();

/** The places of my list and of my collections, and the provided places. The union uses the index of the entries. */
export const selectMyBadges = (connection: Connection, userId: string): Promise<OfficialBadge[]> =>
  badges(connection)
    .where('entry.place_id', 'in', ({ selectFrom }) =>
      selectFrom('my_restaurants as link')
        .where('link.user_id', '=', userId)
        .where('link.deleted_at', 'is', null)
        .select('link.restaurant_id as id')
        .union(
          selectFrom('restaurants_public as place')
            .where('place.provided_at', 'is not', null)
            .select('place.id as id'),
        )
        .union(
          selectFrom('collection_places as collected')
            .innerJoin('collections', 'collections.id', 'collected.collection_id')
            .leftJoin('collection_members as member', (join) =>
              join.onRef('member.collection_id', '=', 'collections.id').on('member.user_id', '=', userId),
            )
            .where('collections.deleted_at', 'is', null)
            .where('collected.removed_at', 'is', null)
            .where(({ eb, or }) =>
              or([eb('collections.owner_id', '=', userId), eb('member.user_id', '=', userId)]),
            )
            .select('collected.restaurant_id as id'),
        ),
    )
    .execute();
