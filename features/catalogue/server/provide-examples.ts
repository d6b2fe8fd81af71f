import type { ProvidedSourceKind } from '#features/catalogue/provided.contract.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import type { Connection } from '#server/database/database.ts';
import { insertPlace } from './catalogue.sql.ts';
import { setProvided } from './provided-admin.sql.ts';
import { incrementProvidedVersion } from './provided.sql.ts';
import {
  addPlaceToEpisode,
  deleteExampleSources,
  markExampleSource,
  setEpisodes,
  upsertSource,
} from './sources.sql.ts';

export type ExampleSource = {
  id: string;
  title: string;
  kind: ProvidedSourceKind;
  tags: readonly string[];
  episodes: readonly { id: string; name: string; publishedOn: string; places: readonly PlaceDetails[] }[];
};

export async function provideExamples(
  transaction: Connection,
  { sources, adminUid }: { sources: readonly ExampleSource[]; adminUid: string },
): Promise<void> {
  await incrementProvidedVersion(transaction);
  for (const { id, title, kind, tags, episodes } of sources) {
    await upsertSource(transaction, id, { title, kind, link: null });
    await markExampleSource(transaction, id);
    await setEpisodes(
      transaction,
      id,
      episodes.map((episode) => ({ ...episode, link: null })),
    );
    for (const { id: episodeId, places } of episodes) {
      for (const details of places) {
        const { placeId, categoryId } = details;
        await insertPlace(transaction, { details, addedByUid: adminUid, note: null });
        await setProvided(transaction, placeId, { memo: '', tags, categoryId });
        await addPlaceToEpisode(transaction, { episodeId, restaurantId: placeId });
      }
    }
  }
}

/**
 * Deletes the example sources. Example restaurants that members have saved stay in the catalogue, but are no longer
 * provided.
 */
export async function removeExampleSources(transaction: Connection): Promise<void> {
  await incrementProvidedVersion(transaction);
  await deleteExampleSources(transaction);
}
