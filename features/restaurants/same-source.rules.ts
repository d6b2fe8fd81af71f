import { sourceParts } from '#common/source-parts.ts';

export type SourceLink = {
  /** The URL of the page or the video, the same for every way in which its link is written. */
  url: string;
  isVideo: boolean;
};

/** Parameters that only say how a link was shared, or at which second a video starts. */
const IGNORED = /^(?:utm_\w+|fbclid|gclid|igsh|igshid|si|feature|spm|_ga|t|start|lang)$/;

/** Returns the page or the video that a source memo links to; null if the memo ends with no link. */
export function sourceLinkOf(memo: string): SourceLink | null {
  const { url: written } = sourceParts(memo);
  if (written === null) return null;
  const url = new URL(written);
  const host = url.hostname.replace(/^(?:www|m)\./, '');
  const video = videoIdOf(url, host);
  if (video !== null) return { url: `https://www.youtube.com/watch?v=${video}`, isVideo: true };
  const post = postOf(url, host);
  if (post !== null) return { url: `https://blog.naver.com/${post}`, isVideo: false };
  const kept = new URLSearchParams([...url.searchParams].filter(([name]) => !IGNORED.test(name)));
  kept.sort();
  const path = url.pathname.replace(/\/+$/, '');
  const query = kept.size === 0 ? '' : `?${kept.toString()}`;
  return { url: `https://${host}${path}${query}`, isVideo: /(?:^|\.)tiktok\.com$/.test(host) };
}

/**
 * Returns the places whose memo links to the same page or video.
 * @example placesOfSource(restaurants, '국수 · https://youtu.be/abc?t=83')
 */
export function placesOfSource<Place extends { sourceMemo: string }>(
  places: readonly Place[],
  memo: string,
): Place[] {
  const source = sourceLinkOf(memo);
  return source ? places.filter(({ sourceMemo }) => sourceLinkOf(sourceMemo)?.url === source.url) : [];
}

function videoIdOf({ pathname, searchParams }: URL, host: string): string | null {
  if (host === 'youtu.be') return videoId(pathname.slice(1));
  if (host !== 'youtube.com') return null;
  return videoId(searchParams.get('v') ?? /^\/(?:shorts|live|embed)\/([^/]+)/.exec(pathname)?.[1]);
}

const videoId = (id: string | undefined): string | null => (id && /^[\w-]{11}$/.test(id) ? id : null);

/** Returns the blog and the number of a post of Naver, such as `matzip/223456789012`. */
function postOf({ pathname, searchParams }: URL, host: string): string | null {
  if (host !== 'blog.naver.com') return null;
  const [blog, number] = [searchParams.get('blogId'), searchParams.get('logNo')];
  if (blog && number) return `${blog}/${number}`;
  return /^\/([\w-]+\/\d+)\/?$/.exec(pathname)?.[1] ?? null;
}
