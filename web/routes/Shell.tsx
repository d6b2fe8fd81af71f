import { Outlet } from '@tanstack/react-router';
import { SkipLink } from '#web/shell/SkipLink.tsx';
import { usePageChange } from '#web/shell/use-page-change.ts';
import { ToastRegion } from '#web/ui/Toast.tsx';

/** Around every page. */
export function Shell() {
  usePageChange();
  return (
    <>
      <SkipLink />
      <Outlet />
      <ToastRegion />
    </>
  );
}
