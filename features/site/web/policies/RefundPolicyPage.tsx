import { PolicyPage } from './PolicyPage.tsx';
import { refundPolicy } from './refund-policy.ts';

export const RefundPolicyPage = () => <PolicyPage document={refundPolicy} />;
