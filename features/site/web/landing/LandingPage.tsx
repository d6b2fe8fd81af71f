import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { AnchorButton } from '#web/ui/Button.tsx';
import { ColourBars } from '#web/ui/ColourBars.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { SiteFooter } from '../pages/SiteFooter.tsx';
import { Where } from '../pages/Where.tsx';

/** The front door: what this is, and two ways in. */
export function LandingPage() {
  return (
    <>
      <main id="content" tabIndex={-1}>
        <section className="field-of-colour overflow-hidden bg-field px-5 pb-20 text-field-ink">
          <div className="mx-auto max-w-[1112px]">
            <div className="flex items-center justify-between pt-6">
              <Logo screen="var(--prov)" className="text-[1.625rem] [&>svg]:text-field-ink" />
              <Where is="isVisitor">
                <AnchorButton href={paths.login} look="bare" size="small" className="-mr-3.5">
                  {m.shell_front_log_in()}
                </AnchorButton>
              </Where>
            </div>
            <h1 className="type-display pt-6">
              {m.shell_front_headline()}
              <br />
              {m.shell_front_headline_end()}
            </h1>
            <p className="mt-3.5 mb-6 text-[1.0625rem] leading-[1.6] font-medium">{m.shell_front_text()}</p>
            <Where is="isVisitor">
              <AnchorButton href={paths.signUp} look="ink" size="large">
                {m.shell_front_start()}
              </AnchorButton>
            </Where>
            <Where is="isMember">
              <AnchorButton href={paths.home} look="ink" size="large">
                {m.site_to_app()}
              </AnchorButton>
            </Where>
          </div>
        </section>
        <ColourBars className="bars-on-pink h-2.5" />
      </main>
      <SiteFooter />
    </>
  );
}
