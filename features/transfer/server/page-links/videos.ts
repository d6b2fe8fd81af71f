import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { pageLinksProblems } from '#features/transfer/page-links.contract.ts';
import { hasProblemCode, problem } from '#server/http/problem.ts';
import type { LinkRequest } from '../link-client.ts';
import {
  jsonOf,
  longTextOf,
  NO_PAGE,
  type PageAnswer,
  type PageReader,
  pictureOf,
  type ReadPage,
  textOrRedirect,
  titleOf,
} from './page.ts';

const YOUTUBE_HOSTS: readonly string[] = [
  'www.youtube.com',
  'youtube.com',
  'm.youtube.com',
  'music.youtube.com',
];
const VIDEO_ID = /^[\w-]{11}$/;

const Video = z.object({
  items: z.array(
    z.object({
      snippet: z.object({
        title: z.string(),
        channelTitle: z.string().catch(''),
        description: z.string().catch(''),
        thumbnails: z
          .object({ medium: z.object({ url: z.string() }) })
          .partial()
          .catch({}),
      }),
    }),
  ),
});

/**
 * Reads the title of a video of YouTube, and its description if the operator has a key. Without a key YouTube shows the
 * description to people only.
 */
export const youtube = ({ key, log }: { key: string | undefined; log: FastifyBaseLogger }): PageReader => ({
  pageOf: (url) => {
    const id = videoIdIn(url);
    if (id === null) return null;
    const page = new URL(`https://www.youtube.com/watch?v=${id}`);
    const second = /^(\d{1,6})s?$/.exec(
      url.searchParams.get('t') ?? url.searchParams.get('start') ?? '',
    )?.[1];
    if (second !== undefined) page.searchParams.set('t', `${second}s`);
    return page;
  },
  mayLeadTo: ({ hostname }) => YOUTUBE_HOSTS.includes(hostname),
  read: async (page, request) => {
    const id = page.searchParams.get('v') ?? '';
    if (key !== undefined) {
      try {
        return await readWithKey({ id, key, request });
      } catch (error) {
        // The title is still readable if the quota of the key is used up.
        if (hasProblemCode(error, 'transfer.page_not_found')) throw error;
        log.warn({ err: error }, 'The description of a video cannot be read.');
      }
    }
    const endpoint = 'https://www.youtube.com/oembed';
    const read = await readEmbed({ endpoint, page: `https://www.youtube.com/watch?v=${id}`, request });
    return 'redirect' in read ? read : { ...read, text: '' };
  },
});

function videoIdIn({ hostname, pathname, searchParams }: URL): string | null {
  const videoId = (id: string | null) => (id !== null && VIDEO_ID.test(id) ? id : null);
  if (hostname === 'youtu.be') return videoId(pathname.slice(1));
  if (!YOUTUBE_HOSTS.includes(hostname)) return null;
  if (pathname === '/watch') return videoId(searchParams.get('v'));
  return /^\/(?:shorts|live|embed)\/([\w-]{11})\/?$/.exec(pathname)?.[1] ?? null;
}

async function readWithKey({
  id,
  key,
  request,
}: {
  id: string;
  key: string;
  request: LinkRequest;
}): Promise<ReadPage> {
  const url = new URL('https://www.googleapis.com/youtube/v3/videos');
  url.search = String(new URLSearchParams({ part: 'snippet', id, key }));
  const text = textOrRedirect(await request(url), url);
  const found = typeof text === 'string' ? Video.safeParse(jsonOf(text)).data : undefined;
  if (!found) throw problem(pageLinksProblems, 'transfer.page_unreadable');
  const [video] = found.items;
  if (!video) throw problem(pageLinksProblems, 'transfer.page_not_found');
  const { title, channelTitle, description, thumbnails } = video.snippet;
  return {
    ...NO_PAGE,
    title: titleOf(title),
    author: titleOf(channelTitle),
    text: longTextOf(description),
    picture: pictureOf(thumbnails.medium?.url),
  };
}

/** Reads a short video of TikTok: its title is the text that the person wrote. */
export const tiktok: PageReader = {
  pageOf: ({ hostname, pathname }) => {
    const path = /^\/@[\w.-]{1,60}\/(?:video|photo)\/\d{1,25}/.exec(pathname)?.[0];
    return ['www.tiktok.com', 'tiktok.com', 'm.tiktok.com'].includes(hostname) && path
      ? new URL(`https://www.tiktok.com${path}`)
      : null;
  },
  mayLeadTo: ({ hostname }) => hostname === 'www.tiktok.com',
  read: (page, request) => readEmbed({ endpoint: 'https://www.tiktok.com/oembed', page: page.href, request }),
};

const Embed = z.object({
  title: z.string(),
  author_name: z.string().catch(''),
  thumbnail_url: z.string().optional().catch(undefined),
});

/** Reads the description of a page in the form of oEmbed (https://oembed.com). Its title is also the text. */
async function readEmbed({
  endpoint,
  page,
  request,
}: {
  endpoint: string;
  page: string;
  request: LinkRequest;
}): Promise<PageAnswer> {
  const url = new URL(endpoint);
  url.search = String(new URLSearchParams({ url: page, format: 'json' }));
  const answer = await request(url);
  // The service answers 400 for an id that never existed.
  if (answer.status === 400) throw problem(pageLinksProblems, 'transfer.page_not_found');
  const text = textOrRedirect(answer, url);
  if (typeof text !== 'string') return text;
  // A private video is answered with 200 and the word "Forbidden".
  if (text.trim() === 'Forbidden') throw problem(pageLinksProblems, 'transfer.page_blocked');
  const read = Embed.safeParse(jsonOf(text)).data;
  if (!read) throw problem(pageLinksProblems, 'transfer.page_unreadable');
  return {
    ...NO_PAGE,
    title: titleOf(read.title),
    author: titleOf(read.author_name),
    text: longTextOf(read.title),
    picture: pictureOf(read.thumbnail_url),
  };
}
