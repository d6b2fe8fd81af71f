import { useEffect } from 'react';
import { m } from '#messages';

/** What the browser's title bar says: the page, then the product. PageHeader calls it; other pages do it themselves. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${m.kit_product_name()}`;
  }, [title]);
}
