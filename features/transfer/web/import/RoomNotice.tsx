import { Link } from '@tanstack/react-router';
import { m } from '#messages';
import { FREE_RESTAURANT_LIMIT } from '#features/membership/membership.rules.ts';
import { paths } from '#web/paths.ts';

export const noRoom = () => m.transfer_no_room({ limit: FREE_RESTAURANT_LIMIT });

export function RoomNotice({ room }: { room: number }) {
  return (
    <p className="type-sub rounded-field bg-soft px-4 py-3 text-ink-2">
      {room === 0 ? noRoom() : m.transfer_room({ limit: FREE_RESTAURANT_LIMIT, room })}{' '}
      <Link to={paths.payment} className="link">
        {m.kit_paywall_button()}
      </Link>
    </p>
  );
}
