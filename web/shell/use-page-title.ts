import { useEffect } from 'react';
import { m } from '#messages';

/** Sets the title of the browser. PageHeader calls this function. Pages without a PageHeader call it themselves. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = [title, m.kit_product_name()].filter(Boolean).join(' · ');
  }, [title]);
}
