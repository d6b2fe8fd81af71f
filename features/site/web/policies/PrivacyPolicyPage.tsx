import { m } from '#messages';
import { SimpleLayout } from '../pages/SimpleLayout.tsx';

export const PrivacyPolicyPage = () => (
  <SimpleLayout title={m.shell_privacy()}>
    <p className="type-body">{m.shell_placeholder_text()}</p>
  </SimpleLayout>
);
