import type { ReactNode } from 'react';
import { type SiteCondition, sitePart } from '#features/site/site-pages.rules.ts';

/** The server keeps or removes this part. Parts cannot be nested. */
export function Conditional({ is, children }: { is: SiteCondition; children: ReactNode }) {
  const { begin, end } = sitePart(is);
  return (
    <>
      {begin}
      {children}
      {end}
    </>
  );
}
