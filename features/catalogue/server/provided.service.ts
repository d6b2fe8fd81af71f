import type { ProvidedDocument } from '#features/catalogue/provided.contract.ts';
import type { Database } from '#server/database/database.ts';
import { selectProvidedRestaurants, selectSources } from './provided.sql.ts';

/** What somebody is answered whose time of seeing the provided places is over. */
export const hiddenDocument = ({ version, total }: { version: number; total: number }): ProvidedDocument => ({
  version,
  isVisible: false,
  total,
  restaurants: [],
  sources: [],
});

/**
 * The document as JSON text, kept for its version: it is the same for everyone who may see it, and thousands of
 * places are read and written out once a change instead of once a reader.
 */
export function createProvidedDocuments(database: Database) {
  let kept: { version: number; text: Promise<string> } | undefined;

  return (version: number): Promise<string> => {
    if (kept?.version === version) return kept.text;
    const text = writeOut(database, version);
    kept = { version, text };
    text.catch(() => {
      kept = undefined;
    });
    return text;
  };
}

/** The version was read before the rows: a write in between makes the next read ask again, never miss it. */
async function writeOut(database: Database, version: number): Promise<string> {
  const [restaurants, sources] = await Promise.all([
    selectProvidedRestaurants(database),
    selectSources(database),
  ]);
  return JSON.stringify({
    version,
    isVisible: true,
    total: restaurants.length,
    restaurants,
    sources,
  } satisfies ProvidedDocument);
}
