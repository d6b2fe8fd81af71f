import type { ProvidedMemo } from './provided.contract.ts';

const HAND_ENTERED_PREFIX = 'own:';

/** All other ids come from maps services or from the built-in index. */
export const manualPlaceId = (uuid: string): string => `${HAND_ENTERED_PREFIX}${uuid}`;

/** Maps services do not know these places. */
export const isManualPlaceId = (placeId: string): boolean => placeId.startsWith(HAND_ENTERED_PREFIX);

/**
 * The admin's memo, otherwise the latest source with its episode; '' if there is neither.
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
