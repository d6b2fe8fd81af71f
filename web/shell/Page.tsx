import type { ComponentProps, ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import { PageHeader } from './PageHeader.tsx';

export function Page({
  className = 'max-w-[1080px]',
  children,
  ...header
}: Omit<ComponentProps<typeof PageHeader>, 'className'> & {
  /** The classes for the width and the gaps of the content. */
  className?: string;
  children: ReactNode;
}) {
  return (
    <>
      <PageHeader {...header} />
      <main
        id="content"
        className={classes(
          'mx-auto px-4 pt-1 pb-[calc(max(7rem,var(--sticky-actions,0px)+1rem)+var(--toasts,0px))]',
          className,
        )}
      >
        {children}
      </main>
    </>
  );
}
