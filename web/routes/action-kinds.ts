import { registerKinds } from '#web/outbox/actions.ts';

/** The code of the kinds of actions, by feature. */
export const kinds = {
  restaurants: () => import('#features/restaurants/web/restaurants.outbox.ts'),
  collections: () => import('#features/collections/web/collections.outbox.ts'),
  journal: () => import('#features/journal/web/journal.outbox.ts'),
};
for (const [feature, load] of Object.entries(kinds)) registerKinds(feature, load);
