/** These exports are separate from account.public.ts, because `AccountFrame` imports a style sheet. */
export { AccountFrame } from './AccountFrame.tsx';
export { FormAlert } from './FormAlert.tsx';
export { useProviderButtons } from '../providers/web/ProviderButtons.tsx';
