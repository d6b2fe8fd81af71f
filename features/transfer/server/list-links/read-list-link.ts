import { tagOfList } from '#features/transfer/files/place-fields.ts';
import { listLinksProblems } from '#features/transfer/list-links.contract.ts';
import { type ListLink, listLinkOf, type ListService } from '#features/transfer/list-links.rules.ts';
import { problem } from '#server/http/problem.ts';
import { readGoogleList } from './google-list.ts';
import { readKakaoList } from './kakao-list.ts';
import type { ListClient, ListRequest } from './list-client.ts';
import { readNaverList } from './naver-list.ts';
import type { ReadList, SharedList } from './shared-list.ts';

const READERS: Record<ListService, ReadList> = {
  naver: readNaverList,
  kakao: readKakaoList,
  google: readGoogleList,
};

/** Naver's links redirect once; links of Kakao and Google redirect once or twice. */
const REDIRECTS_MAXIMUM = 4;

/**
 * Reads the list of a shared link. Requests are sent only to the known hosts. The target of each redirect is checked in
 * the same way as the link.
 * @throws the problems of `list-links.contract.ts`
 */
export async function readListLink({
  link,
  client,
  isEnabled,
}: {
  link: string;
  client: ListClient;
  isEnabled: (service: ListService) => boolean;
}): Promise<SharedList> {
  const known = listLinkOf(link);
  if (!known) throw problem(listLinksProblems, 'transfer.link_not_supported');
  if (!isEnabled(known.service)) throw problem(listLinksProblems, 'transfer.list_links_disabled');
  const request = client.requestsOfList();
  const listId = known.listId ?? (await listIdBehind(known, request));
  const list = await READERS[known.service](request, listId);
  if (list.places.length === 0) throw problem(listLinksProblems, 'transfer.list_empty');
  return { ...list, name: tagOfList(list.name) };
}

async function listIdBehind({ service, url: first }: ListLink, request: ListRequest): Promise<string> {
  let url = withoutShareTarget(first);
  for (let redirects = 0; redirects < REDIRECTS_MAXIMUM; redirects++) {
    const { status, location } = await request(url);
    if (status === 404 || status === 410) throw problem(listLinksProblems, 'transfer.list_not_found');
    if (status === 429 || 500 <= status) throw problem(listLinksProblems, 'transfer.list_unavailable');
    const isRedirect = 300 <= status && status < 400 && location !== null && URL.canParse(location, url.href);
    const target = isRedirect ? new URL(location, url) : null;
    const next = target && listLinkOf(target.href);
    if (next?.service !== service)
      throw problem(listLinksProblems, 'transfer.link_not_list', pageOf(service, target));
    if (next.listId !== null) return next.listId;
    url = next.url;
  }
  throw problem(listLinksProblems, 'transfer.list_unreadable');
}

/** Returns the page behind a short link, which is read as a page instead. Google's pages show programs no place. */
function pageOf(service: ListService, target: URL | null): { page: string } | undefined {
  const isPage = target?.protocol === 'https:' && target.username === '' && target.password === '';
  return isPage && service !== 'google' ? { page: target.href } : undefined;
}

/**
 * Removes a parameter that Android's share sheet adds. If a link has this parameter, Google answers with a page instead
 * of a redirect.
 */
function withoutShareTarget(url: URL): URL {
  const plain = new URL(url);
  plain.searchParams.delete('g_st');
  return plain;
}
