/** The build replaces these placeholders in all prerendered pages. */
export const STYLE_MARK = '/* style */';
export const SCRIPT_MARK = '/* script */';

/** The placeholder of the icon. The icon is inlined to save a request on the first visit. */
export const ICON_MARK = '/icon.svg';

export const FAQ_SEARCH_MARK = '/faq-search.js';
