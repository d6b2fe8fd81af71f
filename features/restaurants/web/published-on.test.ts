import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ProvidedOnPage } from './provided/ProvidedOnPage.tsx';
import { SourcePlaces } from './sources/SourcePlaces.tsx';

test('소개된 날은 그리니치보다 늦은 시간대에서도 하루 전이 아니다', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(new Date('2026-03-02').getDate()).toBe(1);
  const page = createElement(ProvidedOnPage, {
    place: { placeId: 'p', name: '버들식당' } as never,
    provided: {
      memo: '',
      tags: [],
      sources: [
        { title: '골목 한 바퀴', kind: 'tv', episode: '12회', publishedOn: '2026-03-02', link: null },
      ],
    } as never,
    isMine: true,
  });
  const places = createElement(SourcePlaces, {
    episodes: [{ episode: { id: 'e', name: '12회', publishedOn: '2026-03-02', link: null }, places: [] }],
    selectedId: null,
    chosen: null,
    onChoose: () => {},
    onOpen: () => {},
  });
  for (const screen of [page, places]) {
    const html = renderToStaticMarkup(
      createElement(QueryClientProvider, { client: new QueryClient() }, screen),
    );
    expect(html).toContain('2026년\u00a03월\u00a02일');
  }
});
