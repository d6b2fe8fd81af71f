import type { ProvidedNote } from './provided.contract.ts';

const HAND_ENTERED_PREFIX = 'own:';

/** The catalogue's id of a place entered by hand; other ids are a maps service's. */
export const handEnteredPlaceId = (uuid: string): string => `${HAND_ENTERED_PREFIX}${uuid}`;

/** Whether a maps service cannot know this id. */
export const isHandEnteredPlaceId = (placeId: string): boolean => placeId.startsWith(HAND_ENTERED_PREFIX);

/**
 * Where a provided place was seen, in a line: the admin's own words, else the latest source with its episode; '' if
 * nobody said. Titles stand in the brackets of Korean titles.
 * @example sourceLine({ memo: '', sources: [{ title: '골목 한 바퀴', episode: '12회' }] }) // '〈골목 한 바퀴〉 12회'
 */
export function sourceLine({
  memo,
  sources: [latest],
}: {
  memo: string;
  sources: readonly Pick<ProvidedNote['sources'][number], 'title' | 'episode'>[];
}): string {
  if (memo !== '' || !latest) return memo;
  return `〈${latest.title}〉 ${latest.episode}`.trim();
}
