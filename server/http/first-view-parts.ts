/*
 * Components of web/ui as HTML, for the first views that the server writes. web/build/first-views.ts finds the classes
 * in this file, and inlines their styles.
 */

/** The content of the SVG elements of Lucide icons. */
const ICONS = {
  bookmark:
    '<path d="M17 3a2 2 0 0 1 2 2v15a1 1 0 0 1-1.496.868l-4.512-2.578a2 2 0 0 0-1.984 0l-4.512 2.578A1 1 0 0 1 5 20V5a2 2 0 0 1 2-2z"/>',
  check: '<path d="M20 6 9 17l-5-5"/>',
  eye: '<path d="M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0"/><circle cx="12" cy="12" r="3"/>',
  plus: '<path d="M5 12h14M12 5v14"/>',
};

/** @param size the class that sets the size */
export const icon = (name: keyof typeof ICONS, size: string): string =>
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" class="${size}">${ICONS[name]}</svg>`;

/** @param content HTML */
export const pill = (colours: string, content: string): string =>
  `<span class="type-stub inline-flex min-h-[1.375rem] flex-none items-center gap-1 rounded-[6px] px-2 whitespace-nowrap ${colours}">${content}</span>`;

export const ratingHtml = (value: number): string =>
  `<span class="inline-flex items-baseline gap-1"><svg viewBox="0 0 24 24" aria-hidden="true" class="size-3.5 self-center"><path d="M12 2.6l2.9 5.9 6.5.95-4.7 4.6 1.1 6.45L12 17.45 6.2 20.5l1.1-6.45-4.7-4.6 6.5-.95z" fill="var(--star)" stroke="var(--star-edge)" stroke-width="1.6" stroke-linejoin="round"/></svg><b class="numbers text-ink">${value.toFixed(1)}</b></span>`;

/** @param className contains the class that sets the size */
export const logo = (className: string): string =>
  `<span class="inline-flex flex-none items-center gap-[.13em] font-bold whitespace-nowrap tracking-[-.05em] ${className}"><svg viewBox="0 0 40 44" aria-hidden="true" class="mo-mark h-[1.1em] text-brand"><rect x="4" y="3" width="32" height="24" rx="6" fill="var(--p400)" stroke="currentColor" stroke-width="6"/><path d="M20 28v9" stroke="currentColor" stroke-width="6"/><path d="M4 39h32" stroke="currentColor" stroke-width="6" stroke-linecap="round"/></svg>먹지</span>`;

/** Returns a row of `count` chips without text. */
export const chipShapes = (count: number): string =>
  `<div class="chip-row">${'<span class="h-9 w-20 flex-none rounded-full bg-raised shadow-1"></span>'.repeat(count)}</div>`;
