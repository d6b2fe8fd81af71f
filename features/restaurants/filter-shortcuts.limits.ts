/** Maximum number of filter shortcuts of a member on one device. */
export const SHORTCUTS_MAXIMUM = 10;
/** Maximum length of the name of a filter shortcut. */
export const SHORTCUT_NAME_MAXIMUM = 20;
