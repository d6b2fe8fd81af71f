import type { ReactNode } from 'react';
import { MoTv } from './MoTv.tsx';

/** Nothing here yet: the bowl, one title, one line, one button (children). */
export function EmptyState({
  title,
  text,
  shows = 'bowl',
  children,
}: {
  title: string;
  text?: string;
  shows?: 'bowl' | 'bars' | 'waves';
  children?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-1.5 px-4 py-3 text-center">
      <MoTv shows={shows} />
      <h2 className="type-h3">{title}</h2>
      {text && <p className="type-sub text-ink-2">{text}</p>}
      {children && <div className="mt-2.5">{children}</div>}
    </div>
  );
}
