import { m } from '#messages';
import { SimpleLayout } from '../pages/SimpleLayout.tsx';

export const TermsOfServicePage = () => (
  <SimpleLayout title={m.shell_terms()}>
    <p className="type-body">{m.shell_placeholder_text()}</p>
  </SimpleLayout>
);
