import { m } from '#messages';
import { starFill } from './rating.rules.ts';
import { Star } from './Star.tsx';

/** Shows a rating. `small` shows one star and the number. `row` and `large` show five stars and the number. */
export function Rating({ value, size = 'small' }: { value: number; size?: 'small' | 'row' | 'large' }) {
  const number = value.toFixed(1);
  if (size === 'small')
    return (
      <span
        role="img"
        aria-label={m.kit_rating_is({ rating: number })}
        className="inline-flex items-baseline gap-1"
      >
        <Star fill={1} className="size-3.5 self-center" />
        <b className="numbers text-ink">{number}</b>
      </span>
    );
  const isLarge = size === 'large';
  return (
    <span
      role="img"
      aria-label={m.kit_rating_is({ rating: number })}
      className="inline-flex items-center gap-0.5"
    >
      {[1, 2, 3, 4, 5].map((position) => (
        <Star
          key={position}
          fill={starFill({ rating: value, position })}
          className={isLarge ? 'size-[34px]' : 'size-3.5'}
        />
      ))}
      <b className={isLarge ? 'numbers ml-2.5 text-[1.5rem] tracking-[-.03em]' : 'numbers type-caption ml-1'}>
        {number}
      </b>
    </span>
  );
}
