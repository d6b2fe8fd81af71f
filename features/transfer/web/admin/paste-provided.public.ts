export { PasteSection } from './PasteSection.tsx';
