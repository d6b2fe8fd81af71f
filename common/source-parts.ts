export type SourceParts = {
  text: string;
  /** The link behind the text; null if the memo does not end with links. */
  url: string | null;
  /** The links that follow, such as the place in a map app, each with the name of its host. */
  more: { text: string; url: string }[];
};

const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

/**
 * Splits a source memo that ends with links. A link without a text is called by its host.
 * @example sourceParts('성수동 국수 · https://youtu.be/abc')
 * // { text: '성수동 국수', url: 'https://youtu.be/abc', more: [] }
 */
export function sourceParts(memo: string): SourceParts {
  const words = memo.trim().split(/\s+/);
  const isLink = (word: string) => word.startsWith('https://') && URL.canParse(word);
  const end = words.findLastIndex((word) => word !== '·' && !isLink(word)) + 1;
  const [url, ...more] = words.slice(end).filter(isLink);
  if (url === undefined) return { text: memo, url: null, more: [] };
  const text = words.slice(0, end).join(' ');
  return { text: text || hostOf(url), url, more: more.map((link) => ({ text: hostOf(link), url: link })) };
}
