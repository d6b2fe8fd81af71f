import { m } from '#messages';
import { paths } from '#web/paths.ts';
import type { ComponentProps } from 'react';
import { LinkButton } from './Button.tsx';

/**
 * A button that opens the search of all places. The search contains the typed words, which match nothing in the
 * member's list or journal.
 */
export const AddTyped = ({
  typed,
  look = 'primary',
}: {
  typed: string;
  look?: ComponentProps<typeof LinkButton>['look'];
}) => (
  <LinkButton to={paths.addRestaurant} search={{ q: typed }} look={look} size="small" className="max-w-full">
    <span className="truncate py-0.5">{m.places_add_typed({ typed })}</span>
  </LinkButton>
);
