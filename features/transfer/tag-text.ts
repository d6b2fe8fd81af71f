/** Quotes a tag as in CSV if it contains a separator, so that `tagsOf` reads the same tag again. */
export const quotedTag = (tag: string): string =>
  /[",\n]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag;
