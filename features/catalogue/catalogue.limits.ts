export const TAGS_MAXIMUM = 20;
export const TAG_MAXIMUM = 20;
export const SOURCE_MEMO_MAXIMUM = 200;
