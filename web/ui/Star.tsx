import { useId } from 'react';

const OUTLINE = 'M12 2.6l2.9 5.9 6.5.95-4.7 4.6 1.1 6.45L12 17.45 6.2 20.5l1.1-6.45-4.7-4.6 6.5-.95z';

/** The colours of an empty and of a full star. A half star has a gradient. */
const FILLS = { 0: 'var(--surface)', 1: 'var(--star)' };

export function Star({ fill, className }: { fill: 0 | 0.5 | 1; className?: string }) {
  const splitId = useId();
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      {fill === 0.5 && (
        <linearGradient id={splitId}>
          <stop offset=".5" stopColor="var(--star)" />
          <stop offset=".5" stopColor="var(--surface)" />
        </linearGradient>
      )}
      <path
        d={OUTLINE}
        fill={fill === 0.5 ? `url(#${splitId})` : FILLS[fill]}
        stroke={fill === 0 ? 'var(--line-strong)' : 'var(--star-edge)'}
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
    </svg>
  );
}
