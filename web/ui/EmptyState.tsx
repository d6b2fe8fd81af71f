import type { ReactNode } from 'react';
import { markBody } from './mark-body.ts';
import { MoTv } from './MoTv.tsx';

const hideFloatingButton = markBody('data-offers-adding');

/**
 * Shown if there is no content. The children are a button. If `offersAdding` is true, the floating button is hidden,
 * because this button does the same.
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
  /** The picture. With null, there is no picture, so that the button is in view on a short screen. */
  shows?: 'bowl' | 'bars' | 'waves' | null;
  offersAdding?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      ref={offersAdding ? hideFloatingButton : undefined}
      className="empty-state grid justify-items-center gap-1.5 px-4 py-3 text-center"
    >
      {shows && <MoTv shows={shows} />}
      <h2 className="type-h3">{title}</h2>
      {text && <p className="type-sub text-balance whitespace-pre-line text-ink-2">{text}</p>}
      {children && <div className="mt-2.5 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
