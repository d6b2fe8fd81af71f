import { SOURCE_MEMO_MAXIMUM } from '#features/restaurants/restaurants.contract.ts';

/** The member's memo, then the link where the place was seen; a link that no longer fits is left out. */
export function sourceMemoOf({ memo, link }: { memo: string; link: string }): string {
  const both = [memo.trim(), link].filter((part) => part !== '').join(' · ');
  return both.length <= SOURCE_MEMO_MAXIMUM ? both : memo.trim().slice(0, SOURCE_MEMO_MAXIMUM);
}
