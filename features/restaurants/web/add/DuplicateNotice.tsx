import { Link } from '@tanstack/react-router';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { formatDay } from '../restaurant-messages.ts';
import type { Duplicate } from './use-send-form.ts';

/** 이미 이 식당은 …에 등록하셨습니다., with a link to it. */
export function DuplicateNotice({ duplicate }: { duplicate: Duplicate }) {
  return (
    <p
      role="alert"
      className="type-sub flex flex-wrap items-center justify-between gap-x-3 rounded-field bg-danger-tint px-4 py-2 font-semibold text-danger"
    >
      {m.problem_restaurants_already_added({ date: formatDay(duplicate.date) })}
      <Link
        to={paths.restaurant}
        params={{ restaurantId: duplicate.restaurantId }}
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {m.restaurants_go_see()}
      </Link>
    </p>
  );
}
