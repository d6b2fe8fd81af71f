import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { LanguageSwitch } from '#web/shell/LanguageSwitch.tsx';
import { usePageTitle } from '#web/shell/use-page-title.ts';
import { Logo } from '#web/ui/Logo.tsx';
import { MoTv } from '#web/ui/MoTv.tsx';
import './account-frame.css';

/** The frame of the account pages. The sign-up page is pink; all other pages are green. */
export function AccountFrame({
  colour,
  title,
  lead,
  reason,
  otherMethods,
  footer,
  children,
}: {
  colour: 'pink' | 'green';
  title: string;
  /** The lead consists of two short lines. */
  lead: readonly [string, string];
  /** The reason why the person was redirected here. */
  reason?: string | null;
  otherMethods?: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}) {
  usePageTitle(title);
  return (
    <main id="content" className="account-page">
      <div className="account-ticket">
        <div className="account-paper">
          <div className="account-stub field-of-colour" data-colour={colour}>
            <Link to={paths.landing} className="account-logo">
              <Logo className="account-logo-size" screenColour="var(--stub-screen)" />
            </Link>
            <p className="account-lead">
              {lead[0]} <br />
              {lead[1]}
            </p>
            <div className="account-tv">
              <MoTv shows="bowl" />
            </div>
          </div>
          <div className="account-body">
            <div className="mb-5 grid gap-1.5">
              <h1 className="type-h1" tabIndex={-1}>
                {title}
              </h1>
              {reason && <p className="text-ink-2">{reason}</p>}
            </div>
            {otherMethods && (
              <div className="mb-5 grid gap-2.5">
                {otherMethods}
                <p className="type-caption flex items-center gap-3 pt-2.5 text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
                  {m.account_or_by_email()}
                </p>
              </div>
            )}
            {children}
            <div className="type-sub mt-3 text-center text-ink-2 [&_.link]:inline-block [&_.link]:px-2 [&_.link]:py-3">
              {footer}
            </div>
          </div>
        </div>
      </div>
      <footer className="flex justify-center pt-3">
        <LanguageSwitch />
      </footer>
    </main>
  );
}
