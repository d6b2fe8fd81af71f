import { sourceLine } from '#features/catalogue/catalogue.rules.ts';
import type { ProvidedSource } from '#features/catalogue/provided.contract.ts';

/**
 * Returns the names of the episodes by id.
 * @example '〈골목 한 바퀴〉 12회'
 */
export const episodeNames = (sources: readonly ProvidedSource[]): ReadonlyMap<string, string> =>
  new Map(
    sources.flatMap(({ title, episodes }) =>
      episodes.map(
        ({ id, name }) => [id, sourceLine({ memo: '', sources: [{ title, episode: name }] })] as const,
      ),
    ),
  );
