import { Link } from '@tanstack/react-router';
import { LogIn } from 'lucide-react';
import { useEffect } from 'react';
import { m } from '#messages';
import { tintBrowser } from '#web/appearance.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { ColourBars } from '#web/ui/ColourBars.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { usePageTitle } from './use-page-title.ts';

const PINK = '#FF6699';

/** The front door: what this is, in one sentence, and two ways in. */
export function FrontDoorPage() {
  usePageTitle(m.shell_front_title());
  useEffect(() => {
    tintBrowser(PINK);
    return () => tintBrowser(null);
  }, []);
  return (
    <div className="flex min-h-dvh flex-col">
      <main
        id="content"
        className="field-of-colour grid flex-1 overflow-hidden bg-field px-5 text-field-ink lg:grid-rows-[auto_1fr]"
      >
        <div className="mx-auto flex w-full max-w-[1112px] items-center justify-between pt-6">
          <Logo screen="var(--prov)" className="text-[1.625rem] [&>svg]:text-field-ink" />
          <LinkButton to={paths.login} look="bare" size="small" className="-mr-3.5">
            <LogIn className="size-4" aria-hidden="true" />
            {m.shell_front_log_in()}
          </LinkButton>
        </div>
        <div className="mx-auto grid w-full max-w-[1112px] gap-8 lg:grid-cols-[minmax(0,1fr)_460px] lg:items-center lg:gap-10">
          <div className="pt-6 lg:pb-14">
            <h1 className="type-display">
              {m.shell_front_headline()}
              <br />
              {m.shell_front_headline_end()}
            </h1>
            <p className="mt-3.5 mb-6 max-w-[32em] text-[1.0625rem] leading-[1.6] font-medium">
              {m.shell_front_text()}
            </p>
            <LinkButton to={paths.signUp} look="ink" size="large">
              {m.shell_front_start()}
            </LinkButton>
          </div>
          <Television />
        </div>
      </main>
      <ColourBars className="bars-on-pink h-2.5" />
      <Footer />
    </div>
  );
}

/** 모 as a television; a bowl is on, and it stands on the page's edge. */
function Television() {
  return (
    <svg
      viewBox="0 0 600 600"
      aria-hidden="true"
      className="mx-auto -mb-px block w-full max-w-[400px] self-end lg:max-w-none"
    >
      <g fill="var(--g600)">
        <rect x="20" y="10" width="560" height="420" rx="72" />
        <rect x="264" y="420" width="72" height="120" />
        <path d="M60 600v-36a42 42 0 0 1 42-42h396a42 42 0 0 1 42 42v36z" />
      </g>
      <rect x="50" y="40" width="500" height="360" rx="46" fill="var(--g900)" />
      <rect x="62" y="52" width="476" height="336" rx="34" fill="var(--c400)" />
      <g fill="none" stroke="var(--r900)" strokeWidth="13" strokeLinecap="round" strokeLinejoin="round">
        <path d="M178 226h244a122 104 0 0 1-244 0z" fill="var(--r0)" />
        <path d="M244 184q-22-26 0-52M300 184q-22-26 0-52M356 184q-22-26 0-52" />
        <path d="M252 330h96" />
      </g>
      <rect x="112" y="556" width="376" height="16" rx="8" fill="var(--g800)" />
    </svg>
  );
}

function Footer() {
  return (
    <footer className="bg-sunken px-5 text-ink-2">
      <div className="mx-auto flex w-full max-w-[1112px] flex-wrap items-center justify-between gap-x-6 py-3">
        <nav aria-label={m.shell_policies()}>
          <ul className="type-sub flex flex-wrap gap-x-5 font-bold text-ink">
            <FooterLink to={paths.terms}>{m.shell_terms()}</FooterLink>
            <FooterLink to={paths.privacy}>{m.shell_privacy()}</FooterLink>
            <FooterLink to={paths.refunds}>{m.shell_refunds()}</FooterLink>
            <FooterLink to={paths.publicFaq}>{m.shell_menu_faq()}</FooterLink>
          </ul>
        </nav>
        <LanguageSwitch />
      </div>
    </footer>
  );
}

type Policy = typeof paths.terms | typeof paths.privacy | typeof paths.refunds | typeof paths.publicFaq;

function FooterLink({ to, children }: { to: Policy; children: string }) {
  return (
    <li>
      <Link to={to} className="inline-flex min-h-11 items-center hover:underline">
        {children}
      </Link>
    </li>
  );
}
