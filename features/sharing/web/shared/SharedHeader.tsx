import { Link, useLocation } from '@tanstack/react-router';
import { m } from '#messages';
import { useIsSessionResolved, useMe } from '#features/account/web/account.public.ts';
import { paths } from '#web/paths.ts';
import { MenuButton } from '#web/shell/MenuButton.tsx';
import { LinkButton } from '#web/ui/Button.tsx';
import { Logo } from '#web/ui/Logo.tsx';

export function SharedHeader() {
  const me = useMe();
  const isKnown = useIsSessionResolved();
  const { href } = useLocation();
  return (
    <header className="bg-bg">
      <div className="mx-auto flex min-h-14 max-w-[1144px] flex-wrap items-center justify-between gap-x-2 px-4 py-1">
        <Link to={me ? paths.home : paths.landing} className="flex min-h-11 items-center rounded-small">
          <Logo className="text-[1.375rem]" />
        </Link>
        {!isKnown ? null : me ? (
          <span className="flex items-center gap-1">
            <LinkButton to={paths.home} look="bare" size="small">
              {m.sharing_my_list()}
            </LinkButton>
            <MenuButton className="-mr-2" />
          </span>
        ) : (
          <span className="flex flex-wrap items-center gap-1 whitespace-nowrap">
            <LinkButton to={paths.login} search={{ from: href }} look="bare" size="small">
              {m.landing_header_log_in()}
            </LinkButton>
            <LinkButton to={paths.signUp} search={{ from: href }} look="soft" size="small">
              {m.landing_header_start()}
            </LinkButton>
          </span>
        )}
      </div>
    </header>
  );
}
