/**
 * Splits a source memo that ends with a link. A link without a text is called by its host.
 * @example sourceParts('성수동 국수 · https://youtu.be/abc') // { text: '성수동 국수', url: 'https://youtu.be/abc' }
 */
export function sourceParts(memo: string): { text: string; url: string | null } {
  const found = /^(?:(.*\S)\s+)?(https:\/\/\S+)$/s.exec(memo.trim());
  const url = found?.[2];
  if (url === undefined || !URL.canParse(url)) return { text: memo, url: null };
  const text = (found?.[1] ?? '').replace(/\s*·$/, '');
  return { text: text || new URL(url).hostname.replace(/^www\./, ''), url };
}
