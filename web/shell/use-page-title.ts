import { useEffect } from 'react';
import { m } from '#messages';

/** Sets the browser's title: the page, then the product. PageHeader calls it; other pages call it themselves. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = [title, m.kit_product_name()].filter(Boolean).join(' · ');
  }, [title]);
}
