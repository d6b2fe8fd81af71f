import { useId } from 'react';

/**
 * The logo as a television. It shows a bowl for empty states, colour bars for errors, and crossed waves for offline.
 */
export function MoTv({ shows }: { shows: 'bowl' | 'bars' | 'waves' }) {
  const clipId = useId();
  return (
    <svg viewBox="0 0 160 128" width="160" height="128" aria-hidden="true">
      <rect x="30" y="16" width="100" height="76" rx="20" fill="var(--surface)" />
      {shows === 'bowl' && (
        <g fill="none" stroke="var(--ink)" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round">
          <path d="M54 60h52a26 22 0 0 1-52 0z" fill="var(--todo)" />
          <path d="M68 50q-5-6 0-12M80 50q-5-6 0-12M92 50q-5-6 0-12" />
        </g>
      )}
      {shows === 'waves' && (
        <g fill="none" stroke="var(--line-strong)" strokeWidth="4" strokeLinecap="round">
          <path d="M54 50q26-22 52 0M64 60q16-13 32 0" />
          <circle cx="80" cy="72" r="2.5" fill="var(--line-strong)" />
          <path d="M58 76l44-46" stroke="var(--todo)" strokeWidth="5" />
        </g>
      )}
      {shows === 'bars' && (
        <>
          <clipPath id={clipId}>
            <rect x="32" y="18" width="96" height="72" rx="18" />
          </clipPath>
          <g clipPath={`url(#${clipId})`}>
            <path d="M30 16h20v76H30z" fill="var(--g600)" />
            <path d="M50 16h20v76H50z" fill="var(--p400)" />
            <path d="M70 16h20v76H70z" fill="var(--c400)" />
            <path d="M90 16h20v76H90z" fill="var(--y400)" />
            <path d="M110 16h20v76h-20z" fill="var(--r200)" />
            <path d="M30 76h100v16H30z" fill="var(--r900)" />
          </g>
        </>
      )}
      <rect x="30" y="16" width="100" height="76" rx="20" fill="none" stroke="var(--ink)" strokeWidth="4" />
      <path d="M80 92v18" stroke="var(--ink)" strokeWidth="8" />
      <path d="M42 116h76" stroke="var(--ink)" strokeWidth="8" strokeLinecap="round" />
    </svg>
  );
}
