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
 * Caches the document of provided restaurants per version. The document is the same for all members who may see it.
 * Therefore thousands of restaurants are read and serialized once per change, and not once per request.
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
    text.catch(() => {
      kept = undefined;
    });
    return text;
  };
}

/**
 * Reads the document. The version must be read before this call. If the data changes in between, the document is
 * newer than its version and is read once more, but it is never older than its version.
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
