import { useNavigate } from '@tanstack/react-router';
import { m } from '#messages';
import type { Me } from '#features/account/account.contract.ts';
import { DEFAULT_DISPLAY_NAME } from '#features/account/account.rules.ts';
import { useSignOut } from '#features/account/web/account.queries.ts';
import { useUnreadCount } from '#features/notifications/web/notifications.public.ts';
import { paths } from '#web/paths.ts';
import { SlideMenu } from '#web/shell/SlideMenu.tsx';
import { showToast } from '#web/ui/Toast.tsx';

/** The menu with the name of the member, and signing out. Its code is loaded after the page. */
export function MemberMenuDrawer({
  isOpen,
  onClose,
  me,
}: {
  isOpen: boolean;
  onClose: () => void;
  me: Me | null | undefined;
}) {
  const logOut = useLogOut();
  const unread = useUnreadCount({ isEnabled: isOpen });
  return (
    <SlideMenu
      isOpen={isOpen}
      onClose={onClose}
      nickname={nicknameOf(me)}
      isPaid={me?.accountTier === 'paid'}
      isAdmin={me?.isAdmin === true}
      idLine={idLineOf(me)}
      unread={unread}
      onLogOut={() => {
        onClose();
        logOut();
      }}
    />
  );
}

function useLogOut() {
  const navigate = useNavigate();
  const signOut = useSignOut();
  return () =>
    signOut.mutate(undefined, {
      onSuccess: () => navigate({ to: paths.landing, state: { toast: m.shell_logged_out() } }),
      onError: () => showToast(m.shell_log_out_failed(), { kind: 'alert' }),
    });
}

function nicknameOf(me: Me | null | undefined): string {
  const isNameless = !me || me.displayName === '' || me.displayName === DEFAULT_DISPLAY_NAME;
  return isNameless ? m.shell_menu_default_name() : m.shell_menu_nickname({ nickname: me.displayName });
}

function idLineOf(me: Me | null | undefined): string {
  if (me?.providerId?.startsWith('google')) return m.shell_menu_id_google();
  if (me?.providerId === 'password') return m.shell_menu_id_password({ email: me.email });
  return m.shell_menu_id_unknown();
}
