/** The layout of pages for visitors; a separate file, because it imports a style sheet. */
export { AccountFrame } from './AccountFrame.tsx';
export { FormAlert } from './FormAlert.tsx';
