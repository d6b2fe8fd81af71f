import { LogIn, Pause, Play } from 'lucide-react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { AnchorButton } from '#web/ui/Button.tsx';
import { ColourBars } from '#web/ui/ColourBars.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { Conditional } from '../pages/Conditional.tsx';
import { Picture } from './Picture.tsx';
import { SignUpSection } from './SignUpSection.tsx';

export function Hero() {
  return (
    <>
      <section className="hero field-of-colour" aria-labelledby="headline">
        <div className="hero-grid">
          <div className="hero-top">
            <Logo screenColour="var(--c400)" className="text-[1.625rem] [&>svg]:text-field-ink" />
            <Conditional is="isVisitor">
              <AnchorButton href={paths.login} look="bare" size="large" className="mr-[-20px]">
                <LogIn aria-hidden="true" />
                {m.landing_header_log_in()}
              </AnchorButton>
            </Conditional>
          </div>
          <div className="hero-text">
            <Headline />
            <p className="hero-lead">
              {m.site_hero_text()} <br />
              {m.site_hero_text_end()}
            </p>
            <div className="hero-actions">
              <SignUpSection look="ink" />
              <AnchorButton
                href="#six"
                look="bare"
                size="large"
                className="bg-(--field) [box-shadow:inset_0_0_0_2px_var(--field-ink)] lg:bg-transparent"
              >
                {m.site_look_around()}
              </AnchorButton>
            </div>
          </div>
          <div className="hero-art">
            <div className="phone">
              <Picture name="home" alt={m.site_screen_home_alt()} />
            </div>
          </div>
        </div>
      </section>
      <ColourBars className="bars-on-pink h-2.5" />
    </>
  );
}

/** Shows a new phrase every 2.5 seconds (site-page.ts). Screen readers read only the first phrase. */
function Headline() {
  const phrases = [m.site_phrase_1(), m.site_phrase_2(), m.site_phrase_3(), m.site_phrase_4()];
  return (
    <div className="hero-headline">
      <h1 id="headline">
        <span className="sr-only">{phrases[0]} </span>
        <span id="phrases" className="phrases" aria-hidden="true">
          {phrases.map((phrase, position) => (
            <span key={phrase} data-on={position === 0 ? '' : undefined}>
              {phrase}
            </span>
          ))}
        </span>
        {m.site_phrase_end()}
      </h1>
      <PauseButton />
    </div>
  );
}

/**
 * The button that pauses the headline. With reduced motion or without a script, the headline is not animated, and the
 * button is hidden.
 */
function PauseButton() {
  return (
    <button
      id="pause"
      type="button"
      aria-pressed="false"
      aria-label={m.site_pause_headline()}
      className="pause-button"
    >
      <Pause aria-hidden="true" className="size-5" />
      <Play aria-hidden="true" className="size-5" />
    </button>
  );
}
