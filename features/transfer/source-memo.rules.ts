import { SOURCE_MEMO_MAXIMUM } from '#features/catalogue/catalogue.limits.ts';

/**
 * Returns the member's memo, followed by the link of the pasted place. The link is omitted if the memo would become too
 * long.
 */
export function sourceMemoOf({ memo, link }: { memo: string; link: string }): string {
  const both = [memo.trim(), link].filter((part) => part !== '').join(' · ');
  return both.length <= SOURCE_MEMO_MAXIMUM ? both : memo.trim().slice(0, SOURCE_MEMO_MAXIMUM);
}
