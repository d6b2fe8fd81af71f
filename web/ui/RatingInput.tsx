import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { m } from '#messages';
import { HIGHEST_RATING, ratingAfterKey, ratingAt, starFill } from './rating.rules.ts';
import { Star } from './Star.tsx';

/**
 * The input of a rating, with stars of 44 px. The left half of a star is a half step. ← and → change the rating by 0.5.
 * The value null means that there is no rating.
 */
export function RatingInput({
  value,
  onChange,
  label,
}: {
  value: number | null;
  onChange: (rating: number | null) => void;
  label: string;
}) {
  const stars = useRef<HTMLDivElement>(null);
  const shown = value ?? 0;
  const choose = (rating: number) => {
    if (rating !== value) onChange(rating);
  };
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    choose(ratingAt((event.clientX - left) / width));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = ratingAfterKey({ key: event.key, rating: shown });
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  return (
    <div className="-ml-2 flex flex-wrap items-center gap-x-3">
      <div
        ref={stars}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={HIGHEST_RATING}
        aria-valuenow={shown}
        aria-valuetext={value === null ? m.kit_rating_none() : m.kit_rating_is({ rating: shown.toFixed(1) })}
        className="star-input flex min-w-0 max-w-[220px] flex-[1_1_160px] select-none"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          onPointer(event);
        }}
        onPointerMove={onPointer}
      >
        {[1, 2, 3, 4, 5].map((position) => (
          <Star
            key={position}
            fill={starFill({ rating: shown, position })}
            className="h-11 w-full max-w-11 min-w-0 p-[5px]"
          />
        ))}
      </div>
      {value !== null && (
        <>
          <b className="numbers text-[1.5rem] tracking-[-.03em]" aria-hidden="true">
            {value.toFixed(1)}
          </b>
          <button
            type="button"
            className="type-sub min-h-11 px-1 font-semibold text-ink-2 underline underline-offset-4 hover:text-ink"
            onClick={() => {
              onChange(null);
              stars.current?.focus();
            }}
          >
            {m.kit_rating_clear()}
          </button>
        </>
      )}
    </div>
  );
}
