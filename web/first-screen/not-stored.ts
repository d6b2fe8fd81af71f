/**
 * Marks an element, so that the stored first screen does not show it. `content`: the content of the element is not
 * stored. `now`: the content is stored but hidden, because it changes with time or place.
 * @example <div {...notStored('content')}>
 */
export const notStored = (what: 'content' | 'now') => ({ 'data-not-stored': what }) as const;
