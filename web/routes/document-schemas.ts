import { z } from 'zod';
import { ApiToken } from '#features/account/api-tokens/api-tokens.contract.ts';
import { Security } from '#features/account/security/security.contract.ts';
import { Device } from '#features/account/settings/settings.contract.ts';
import { Category } from '#features/catalogue/catalogue.contract.ts';
import { ProvidedDocument } from '#features/catalogue/provided.contract.ts';
import { Collection, CollectionSummary } from '#features/collections/collections.contract.ts';
import { Follow } from '#features/following/following.contract.ts';
import { JournalFeed } from '#features/journal/journal-feed.contract.ts';
import { Journal, JournalEntry } from '#features/journal/journal.contract.ts';
import { Payment } from '#features/membership/membership.contract.ts';
import { Notification } from '#features/notifications/notifications.contract.ts';
import { OfficialBadge } from '#features/official-lists/official-lists.contract.ts';
import { PlaceSuggestion } from '#features/places/places.contract.ts';
import { MyList, RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { providedAsListed } from '#features/restaurants/web/provided/provided.rules.ts';
import { ListShare, SharedList, ShareOrigin } from '#features/sharing/sharing.contract.ts';
import { Site } from '#features/site/site.contract.ts';
import type { DocumentSchemas } from '#web/documents/document-schemas.ts';

/**
 * The schemas of all documents that devices keep (web/documents/kept-queries.ts). Every version of the app reads them,
 * whichever version has stored them.
 */
export const documentSchemas: DocumentSchemas = {
  site: Site,
  categories: Category.array(),
  'my-restaurants': MyList,
  'restaurants/*': RestaurantDetail,
  'journal/document': Journal,
  'journal/entry/*': JournalEntry,
  collections: CollectionSummary.array(),
  'collection/*': Collection,
  'provided-restaurants': ProvidedDocument.transform((provided) => ({
    ...provided,
    listed: providedAsListed(provided),
  })),
  'places/seen': PlaceSuggestion.array(),
  'official-badges/mine': OfficialBadge.array(),
  follows: Follow.array(),
  'journal-feed': JournalFeed.nullable(),
  'shared-lists/*': SharedList,
  'list-shares': z.object({ shares: ListShare.array(), ownerName: z.string().nullable() }),
  'taken-from/*': ShareOrigin.nullable(),
  security: Security,
  devices: Device.array(),
  'api-tokens': ApiToken.array(),
  'notifications/list': z.object({
    pages: z.array(z.object({ notifications: Notification.array(), nextCursor: z.string().nullable() })),
    pageParams: z.array(z.string().nullable()),
  }),
  'membership/payments': z.object({
    pages: z.array(z.object({ payments: Payment.array(), nextCursor: z.string().nullable() })),
    pageParams: z.array(z.string().nullable()),
  }),
};
