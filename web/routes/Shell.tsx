import { Outlet } from '@tanstack/react-router';
import { useAccountSync } from '#features/account/sessions/web/use-account-sync.ts';
import { SkipLink } from '#web/shell/SkipLink.tsx';
import { usePageChange } from '#web/shell/use-page-change.ts';
import { ToastRegion } from '#web/ui/Toast.tsx';

export function Shell() {
  usePageChange();
  useAccountSync();
  return (
    <>
      <SkipLink />
      <Outlet />
      <ToastRegion />
    </>
  );
}
