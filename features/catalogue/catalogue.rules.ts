import type { ProvidedMemo } from './provided.contract.ts';

const HAND_ENTERED_PREFIX = 'own:';

/**
 * Returns the id of a manual place. The prefix distinguishes manual places from places of maps services and of the
 * built-in index.
 */
export const manualPlaceId = (uuid: string): string => `${HAND_ENTERED_PREFIX}${uuid}`;

/** Whether a member or the admin entered the place by hand. Maps services do not know manual places. */
export const isManualPlaceId = (placeId: string): boolean => placeId.startsWith(HAND_ENTERED_PREFIX);

/**
 * Returns the admin's memo. If the memo is empty, returns the latest source with its episode; '' if there is no
 * source.
 * @example sourceLine({ memo: '', sources: [{ title: '골목', episode: '12회' }] }) // '〈골목〉 12회'
 */
export function sourceLine({
  memo,
  sources: [latest],
}: {
  memo: string;
  sources: readonly Pick<ProvidedMemo['sources'][number], 'title' | 'episode'>[];
}): string {
  if (memo !== '' || !latest) return memo;
  return `〈${latest.title}〉 ${latest.episode}`.trim();
}
