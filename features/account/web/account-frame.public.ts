/** The layout of pages for visitors; a file of its own, because it brings its style sheet. */
export { AccountFrame } from './AccountFrame.tsx';
export { FormAlert } from './FormAlert.tsx';
