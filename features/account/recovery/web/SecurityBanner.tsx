import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { securityNoticesQuery, useCancelSecondFactorRemoval } from './security-notices.queries.ts';
import { KOREA } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';

/** The banner is shown above every page under /app. */
export function SecurityBanner() {
  const { isReviewDue = false, secondFactorRemoval = null } = useQuery(securityNoticesQuery).data ?? {};
  const isOnSecuritySettings = useLocation({ select: ({ pathname }) => pathname === paths.securitySettings });
  const cancel = useCancelSecondFactorRemoval();
  const hasReview = isReviewDue && !isOnSecuritySettings;
  if (!secondFactorRemoval && !hasReview) return null;
  return (
    <aside
      className="security-banner grid items-center bg-danger-tint px-4 text-danger"
      aria-label={m.recovery_notices()}
    >
      <div className="mx-auto flex w-full max-w-[1080px] items-center justify-between gap-4 py-2">
        <p className="type-sub font-semibold">
          {secondFactorRemoval
            ? m.recovery_banner_removal({
                when: dateOf(secondFactorRemoval.dueAt, { zone: KOREA, as: 'dayTime' }),
              })
            : m.recovery_banner_review()}
        </p>
        {secondFactorRemoval ? (
          <Button
            look="secondary"
            size="small"
            className="flex-none"
            isBusy={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {m.recovery_banner_cancel()}
          </Button>
        ) : (
          <LinkButton to={paths.securitySettings} look="secondary" size="small" className="flex-none">
            {m.recovery_banner_to_review()}
          </LinkButton>
        )}
      </div>
    </aside>
  );
}
