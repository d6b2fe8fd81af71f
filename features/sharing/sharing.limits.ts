export const SHARE_TITLE_MAXIMUM = 60;
export const SHARE_NOTE_MAXIMUM = 300;
/** Maximum number of share links of a member. */
export const SHARES_MAXIMUM = 50;
/** Maximum number of places that a member selects by hand for one link. */
export const PICKED_MAXIMUM = 500;
