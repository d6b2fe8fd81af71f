/** Creates the demonstration. The server runs this program in another process. */
import { createPhotoStorage } from '#features/photos/server/photos.public.ts';
import { onSavedRestaurantChange } from '#features/restaurants/server/restaurants.public.ts';
import { updatePublicReview } from '#features/reviews/server/reviews.public.ts';
import { loadSettings } from '#server/config.ts';
import { openConfiguredDatabase } from '#server/database/configured-database.ts';
import { createDemonstration } from './demonstration.service.ts';

// The routes, which register this on the server, are not part of this process.
onSavedRestaurantChange(updatePublicReview);
const log = { info: () => {}, warn: (message: string) => console.error(message) };
const settings = loadSettings();
const { database, close } = await openConfiguredDatabase({ settings, log });
try {
  const storage = createPhotoStorage(settings);
  await createDemonstration({ database, storage, secret: settings.AUTH_SECRET, now: Date.now() });
} finally {
  await close();
}
