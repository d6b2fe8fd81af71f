import { PolicyPage } from './PolicyPage.tsx';
import { privacyPolicy } from './privacy-policy.ts';

export const PrivacyPolicyPage = () => <PolicyPage document={privacyPolicy} />;
