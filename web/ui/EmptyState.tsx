import type { ReactNode } from 'react';
import { markBody } from './mark-body.ts';
import { MoTv } from './MoTv.tsx';

const hideFloatingButton = markBody('data-offers-adding');

/**
 * Nothing here yet: the bowl, one title, one line, one button (children). `offersAdding` says that the button is the one
 * that floats elsewhere: it does not float beside itself.
 */
export function EmptyState({
  title,
  text,
  shows = 'bowl',
  offersAdding = false,
  children,
}: {
  title: string;
  text?: string;
  shows?: 'bowl' | 'bars' | 'waves';
  offersAdding?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      ref={offersAdding ? hideFloatingButton : undefined}
      className="grid justify-items-center gap-1.5 px-4 py-3 text-center"
    >
      <MoTv shows={shows} />
      <h2 className="type-h3">{title}</h2>
      {text && <p className="type-sub text-balance whitespace-pre-line text-ink-2">{text}</p>}
      {children && <div className="mt-2.5 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
