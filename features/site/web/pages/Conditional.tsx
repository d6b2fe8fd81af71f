import type { ReactNode } from 'react';
import { type SiteCondition, sitePart } from '#features/site/site-pages.rules.ts';

/** A part of the page that the server keeps or removes. Conditional parts cannot be nested. */
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
