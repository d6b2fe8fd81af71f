import { LogIn } from 'lucide-react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { ColourBars } from '#web/ui/ColourBars.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { usePageTitle } from './use-page-title.ts';

/** The front door: what this is, in one sentence, and two ways in. */
export function FrontDoorPage() {
  usePageTitle(m.shell_front_title());
  return (
    <main id="content">
      <h1>{m.shell_front_headline()}</h1>
      <LinkButton to={paths.signUp}>{m.shell_front_start()}</LinkButton>
      <LinkButton to={paths.login}>
        <LogIn />
        {m.shell_front_log_in()}
      </LinkButton>
      <ColourBars />
      <Logo />
      <LanguageSwitch />
    </main>
  );
}
