import { m } from '#messages';
import { SimpleLayout } from '../pages/SimpleLayout.tsx';

export const RefundPolicyPage = () => (
  <SimpleLayout title={m.shell_refunds()}>
    <p className="type-body">{m.shell_placeholder_text()}</p>
  </SimpleLayout>
);
