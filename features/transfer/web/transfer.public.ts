/** Review of pasted places, for screens of other features. */
export { PasteField } from './PasteField.tsx';
export { UnreadLines } from './UnreadLines.tsx';
export { ReviewRowCard } from './ReviewRowCard.tsx';
export { useReviewDraft } from './use-review-draft.ts';
export { useReviewAgainst } from './use-reviewed-rows.ts';
