import { Link } from '@tanstack/react-router';
import { m } from '#messages';
import { localZone } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import type { Duplicate } from './use-send-form.ts';

const ACTION = 'inline-flex min-h-11 items-center underline underline-offset-4';

/**
 * Says when the place was added to my list. The notice contains a link to the place, and a button that adds the values
 * of the form to it.
 */
export function DuplicateNotice({ duplicate, onAdd }: { duplicate: Duplicate; onAdd: () => void }) {
  return (
    <Alert>
      <span className="-my-3 flex flex-wrap items-center justify-between gap-x-3">
        {m.problem_restaurants_already_added({ date: dateOf(duplicate.date, { zone: localZone() }) })}
        <span className="flex flex-wrap gap-x-4">
          <button type="button" className={ACTION} onClick={onAdd}>
            {m.restaurants_add_written()}
          </button>
          <Link to={paths.restaurant} params={{ restaurantId: duplicate.restaurantId }} className={ACTION}>
            {m.restaurants_go_see()}
          </Link>
        </span>
      </span>
    </Alert>
  );
}
