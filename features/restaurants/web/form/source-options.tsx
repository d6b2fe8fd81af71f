import { BookOpen, Pencil, Tv, Users } from 'lucide-react';
import { m } from '#messages';
import type { SourceKind } from '#features/restaurants/restaurants.contract.ts';

/** Returns the kinds of sources with their labels and icons. */
export const sourceOptions = () => [
  { value: 'tv' as const, label: m.restaurants_source_tv(), icon: <Tv aria-hidden="true" /> },
  {
    value: 'magazine' as const,
    label: m.restaurants_source_magazine(),
    icon: <BookOpen aria-hidden="true" />,
  },
  { value: 'person' as const, label: m.restaurants_source_person(), icon: <Users aria-hidden="true" /> },
  { value: 'own' as const, label: m.restaurants_source_own(), icon: <Pencil aria-hidden="true" /> },
];

/** Returns an example of a memo for this kind of source. */
export function memoPlaceholder(kind: SourceKind | null): string {
  if (kind === 'magazine') return m.restaurants_field_memo_magazine();
  if (kind === 'person') return m.restaurants_field_memo_person();
  if (kind === 'own') return m.restaurants_field_memo_own();
  return m.restaurants_field_memo_tv();
}
