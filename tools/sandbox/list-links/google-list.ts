import type { Reply } from '../faults.ts';
import type { SandboxPlace } from '../maps/places.ts';
import type { ListRequest } from '../http.ts';

/**
 * Answers in Google's format: nested arrays without road addresses. The first line, `)]}'`, prevents a browser from
 * executing the answer as a script.
 */
export const googleList =
  (lists: Record<string, { name: string; places: readonly SandboxPlace[] }>) =>
  ({ url: { pathname, searchParams } }: ListRequest): Reply => {
    const id = /!1s([\w-]+)!/.exec(searchParams.get('pb') ?? '')?.[1] ?? '';
    const list = lists[id];
    if (pathname !== '/maps/preview/entitylist/getlist' || !list) return { status: 400, body: {} };
    const entries = list.places.map(({ name, lat, lng }, at) => [
      null,
      [null, null, name, null, '', [null, null, lat, lng], ['-1', '2'], '/g/11sandbox'],
      name,
      at === 0 ? '기념일에' : '',
    ]);
    const document = [
      [[id], 2, null, ['이**', '', ''], list.name, '', null, null, entries, null, null, null, entries.length],
    ];
    return {
      status: 200,
      type: 'application/json; charset=UTF-8',
      body: `)]}'\n${JSON.stringify(document)}`,
    };
  };
