/** What stands for the style and the script of all prerendered pages until the build puts them in. */
export const STYLE_MARK = '/* style */';
export const SCRIPT_MARK = '/* script */';

/** Stands for the address of the script that searches the questions. */
export const FAQ_SEARCH_MARK = '/faq-search.js';
