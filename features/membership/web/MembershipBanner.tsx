import { Link, useLocation } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import type { Me } from '#features/account/account.contract.ts';
import { browserStorage } from '#web/storage/browser-storage.ts';
import { dateOf } from '#web/date-of.ts';
import { paths } from '#web/paths.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { type ExpiryNotice, expiryNoticeOf, membershipStatusOf } from './membership-status.rules.ts';
import { KOREA, daysLeft } from '#common/dates.ts';

/** The banner is shown from 30 days before to 30 days after the end of a paid membership. */
export function MembershipBanner({ me }: { me: Me }) {
  const [now] = useState(() => Date.now());
  const isPaymentPage = useLocation({ select: ({ pathname }) => HIDDEN_ON.includes(pathname) });
  const notice = expiryNoticeOf({ status: membershipStatusOf({ me, now }), now });
  if (!notice || isPaymentPage) return null;
  return <Banner key={notice.at} uid={me.uid} notice={notice} now={now} />;
}

/** The banner is hidden on these pages, because they show the membership status themselves. */
const HIDDEN_ON: readonly string[] = [paths.upgrade, paths.payment];

/**
 * A banner that can be closed. A closed banner stays hidden until the notice or the end changes. Without browser
 * storage, the banner is shown again on the next visit.
 */
function Banner({ uid, notice, now }: { uid: string; notice: ExpiryNotice; now: number }) {
  const key = `momokzi.membership-banner.${uid}`;
  const mark = `${notice.kind} ${notice.at}`;
  const [isClosed, setClosed] = useState(() => browserStorage.read(key) === mark);
  if (isClosed) return null;
  return (
    <aside
      className="membership-banner grid items-center bg-prov-tint px-4 text-prov-text"
      aria-label={m.payment_banner()}
    >
      <div className="mx-auto flex w-full max-w-[1080px] items-center gap-2">
        <p className="type-sub min-w-0 flex-1 py-2 font-semibold">
          {messageOf({ notice, now })}{' '}
          {notice.kind !== 'refunded' && (
            <Link to={paths.upgrade} className="link -my-2 inline-block py-3 text-current">
              {notice.kind === 'ending' ? m.payment_add_a_year() : m.payment_to_payment_again()}
            </Link>
          )}
        </p>
        <IconButton
          label={m.payment_banner_close()}
          onClick={() => {
            browserStorage.write(key, mark);
            setClosed(true);
          }}
        >
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </aside>
  );
}

function messageOf({ notice: { kind, at }, now }: { notice: ExpiryNotice; now: number }): string {
  if (kind === 'refunded') return m.payment_banner_refunded();
  if (kind === 'ended') return m.payment_banner_ended({ day: dateOf(at, { zone: KOREA }) });
  return m.payment_banner_ending({ day: dateOf(at, { zone: KOREA }), days: daysLeft({ until: at, now }) });
}
