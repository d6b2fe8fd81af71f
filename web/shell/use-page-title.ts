import { useEffect } from 'react';
import { m } from '#messages';

/** PageHeader calls it. Pages without a PageHeader call it themselves. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = [title, m.kit_product_name()].filter(Boolean).join(' · ');
  }, [title]);
}
