import { Category } from '#features/catalogue/catalogue.contract.ts';
import { Collection, CollectionSummary } from '#features/collections/collections.contract.ts';
import { Journal, JournalEntry } from '#features/journal/journal.contract.ts';
import { MyList, RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { Site } from '#features/site/site.contract.ts';
import type { DocumentSchemas } from '#web/documents/document-schemas.ts';

/** The schemas of the documents that every version of the app reads, whichever version has stored them. */
export const documentSchemas: DocumentSchemas = {
  site: Site,
  categories: Category.array(),
  'my-restaurants': MyList,
  'restaurants/*': RestaurantDetail,
  'journal/document': Journal,
  'journal/entry/*': JournalEntry,
  collections: CollectionSummary.array(),
  'collection/*': Collection,
};
