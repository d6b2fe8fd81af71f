/** Placeholders for the style and the script of all prerendered pages, replaced by the build. */
export const STYLE_MARK = '/* style */';
export const SCRIPT_MARK = '/* script */';

/** Placeholder for the icon, which is inlined to save a request on the first visit. */
export const ICON_MARK = '/icon.svg';

/** Placeholder for the URL of the FAQ search script. */
export const FAQ_SEARCH_MARK = '/faq-search.js';
