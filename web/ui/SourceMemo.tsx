import { sourceParts } from '#common/source-parts.ts';

/** Shows where a place was seen. If the memo ends with a link, its text becomes the link. */
export function SourceMemo({ memo }: { memo: string }) {
  const { text, url } = sourceParts(memo);
  if (url === null) return text;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow ugc" className="link break-words">
      {text}
    </a>
  );
}
