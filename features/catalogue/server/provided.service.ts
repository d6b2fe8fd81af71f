import type { ProvidedDocument } from '#features/catalogue/provided.contract.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { readVersion, type SearchDatabase } from '#server/database/search-database.ts';
import { selectProvidedRestaurants, selectProvidedVersion, selectSources } from './provided.sql.ts';

/** Returns the document for a member whose visibility period is over. */
export const hiddenDocument = ({ version, total }: { version: number; total: number }): ProvidedDocument => ({
  version,
  isVisible: false,
  total,
  restaurants: [],
  sources: [],
});

/**
 * Caches the document of provided restaurants per version, so that thousands of restaurants are read and serialized
 * only once per change. The document is the same for all members who may see it.
 */
export function createProvidedDocuments({
  database,
  searchDatabase,
}: {
  database: Database;
  searchDatabase: SearchDatabase;
}) {
  let kept: { version: number; text: Promise<string> } | undefined;

  return (version: number): Promise<string> => {
    if (kept?.version === version) return kept.text;
    const text = readVersion({
      searchDatabase,
      primary: database,
      isCurrent: async (snapshot) => (await selectProvidedVersion(snapshot)) === version,
      read: (connection) => buildDocument(connection, version),
    });
    kept = { version, text };
    // The caller gets the error. A failed document is not kept.
    text.catch(() => {
      kept = undefined;
    });
    return text;
  };
}

/**
 * Reads the document. The caller must read the version before this call, so that the document is never older than its
 * version. If the data changes in between, the document is newer than its version, and clients read it once more.
 */
async function buildDocument(connection: Connection, version: number): Promise<string> {
  const [restaurants, sources] = await Promise.all([
    selectProvidedRestaurants(connection),
    selectSources(connection),
  ]);
  return JSON.stringify({
    version,
    isVisible: true,
    total: restaurants.length,
    restaurants,
    sources,
  } satisfies ProvidedDocument);
}
