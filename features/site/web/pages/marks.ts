/** What stands for the style and the script of all prerendered pages until the build puts them in. */
export const STYLE_MARK = '/* style */';
export const SCRIPT_MARK = '/* script */';

/** Stands for our icon, which stands in the page as well: one request fewer for whoever comes the first time. */
export const ICON_MARK = '/icon.svg';

/** Stands for the address of the script that searches the questions. */
export const FAQ_SEARCH_MARK = '/faq-search.js';
