export { ReviewsSection } from './ReviewsSection.tsx';
