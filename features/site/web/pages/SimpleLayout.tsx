import type { ReactNode } from 'react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { AnchorButton } from '#web/ui/Button.tsx';
import { ColourBars } from '#web/ui/ColourBars.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { Conditional } from './Conditional.tsx';

/**
 * The layout of text pages. The header appears after scrolling 50 px (site-page.ts). Without a script, the header is
 * always visible and covers the logo at the top of the page.
 */
export function SimpleLayout({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <span id="scrolled" aria-hidden="true" />
      <header id="header" className="site-header">
        <div className="mx-auto flex min-h-14 max-w-[1160px] flex-wrap items-center gap-x-3 px-5 lg:px-6">
          <a href={paths.landing} className="flex min-h-11 items-center">
            <Logo className="text-[1.25rem]" />
          </a>
          <p className="type-h3 min-w-0 flex-1 truncate text-ink-2 max-sm:sr-only">{title}</p>
          <p className="ml-auto flex flex-wrap items-center whitespace-nowrap">
            <Conditional is="isMember">
              <AnchorButton href={paths.home} size="small">
                {m.site_to_app()}
              </AnchorButton>
            </Conditional>
            <Conditional is="isVisitor">
              <AnchorButton href={paths.login} look="bare" size="small">
                {m.landing_header_log_in()}
              </AnchorButton>
              <AnchorButton href={paths.signUp} size="small">
                {m.landing_header_start()}
              </AnchorButton>
            </Conditional>
          </p>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <div className="mx-auto flex max-w-[1160px] px-5 lg:px-6">
          <a href={paths.landing} className="flex min-h-14 items-center">
            <Logo className="text-[1.25rem]" />
          </a>
        </div>
        <div className="mx-auto px-5 pt-8 pb-20 lg:max-w-[760px] lg:pt-10">
          <h1 className="type-h1 lg:text-[2.25rem] lg:leading-[2.875rem]">{title}</h1>
          <ColourBars className="mt-4 w-24 overflow-hidden rounded-small" />
          {lead && <div className="type-body mt-5 text-ink-2">{lead}</div>}
          <div className="mt-10">{children}</div>
        </div>
      </main>
      <SiteFooter />
    </>
  );
}
