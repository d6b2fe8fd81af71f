import { sourceParts } from '#common/source-parts.ts';

/** Shows where a place was seen. If the memo ends with links, its text becomes the first link. */
export function SourceMemo({ memo }: { memo: string }) {
  const { text, url, more } = sourceParts(memo);
  if (url === null) return text;
  return [{ text, url }, ...more].map((link, at) => (
    <span key={at}>
      {at > 0 && ' · '}
      <a href={link.url} target="_blank" rel="noopener noreferrer nofollow ugc" className="link break-words">
        {link.text}
      </a>
    </span>
  ));
}
