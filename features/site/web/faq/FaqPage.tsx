import { m } from '#messages';
import { SimpleLayout } from '../pages/SimpleLayout.tsx';

export const FaqPage = () => (
  <SimpleLayout title={m.site_faq_title()}>
    <p className="type-body">{m.shell_placeholder_text()}</p>
  </SimpleLayout>
);
