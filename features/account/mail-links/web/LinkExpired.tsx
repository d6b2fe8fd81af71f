import type { ReactNode } from 'react';
import { m } from '#messages';

export function LinkExpired({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div role="alert" className="grid gap-5">
      <div className="grid gap-1">
        <p className="font-bold">{m.problem_account_link_invalid()}</p>
        <p className="type-sub text-ink-2">{text}</p>
      </div>
      {children}
    </div>
  );
}
