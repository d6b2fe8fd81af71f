/**
 * Marks an element whose content is not stored (`content`), or is stored but hidden, because it changes with time or
 * place (`now`): `<div {...notStored('content')}>`.
 */
export const notStored = (what: 'content' | 'now') => ({ 'data-not-stored': what }) as const;
