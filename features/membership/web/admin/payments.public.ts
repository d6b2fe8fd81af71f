export { PaymentsSection } from './PaymentsSection.tsx';
