import { Link } from '@tanstack/react-router';
import { m } from '#messages';
import { localZone } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import type { Duplicate } from './use-send-form.ts';

/** Says when the place was added to my list. The notice contains a link to the place. */
export function DuplicateNotice({ duplicate }: { duplicate: Duplicate }) {
  return (
    <Alert>
      <span className="-my-3 flex flex-wrap items-center justify-between gap-x-3">
        {m.problem_restaurants_already_added({ date: dateOf(duplicate.date, { zone: localZone() }) })}
        <Link
          to={paths.restaurant}
          params={{ restaurantId: duplicate.restaurantId }}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {m.restaurants_go_see()}
        </Link>
      </span>
    </Alert>
  );
}
