import { PolicyPage } from './PolicyPage.tsx';
import { termsOfService } from './terms-of-service.ts';

export const TermsOfServicePage = () => <PolicyPage document={termsOfService} />;
