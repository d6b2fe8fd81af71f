import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiProblem } from '#web/api.ts';
import type { NewAction } from '#web/outbox/actions.ts';
import type { Outbox } from '#web/outbox/outbox.ts';
import { setOutbox } from '#web/outbox/page-outbox.ts';
import { add } from './restaurants.outbox.ts';
import { myListQuery } from './my-list.query.ts';
import { useAddRestaurant } from './restaurants.writes.ts';

test('기다리는 동안 보이던 맛집은 서버가 거절하면 목록에서 사라진다', async () => {
  const client = new QueryClient();
  client.setQueryData(myListQuery.queryKey, { version: 1, restaurants: [] });
  const namesInList = () =>
    client.getQueryData(myListQuery.queryKey)?.restaurants.map(({ name }) => name) ?? [];
  const write = (action: NewAction) => {
    // Shows the waiting place again, as happens after the answer to another write (web/outbox/open-outbox.ts).
    add.show(client, {
      ...action,
      seq: 1,
      id: 'a',
      account: 'mina',
      createdAt: 0,
      problem: null,
      creates: true,
      format: 2,
    });
    expect(namesInList()).toEqual(['해달골 국밥']);
    return Promise.reject(new ApiProblem({ status: 409, code: 'restaurants.limit_reached' }));
  };
  setOutbox({ write, subscribe: () => {} } as unknown as Outbox);
  onTestFinished(() => setOutbox(null));
  const onRejected = vi.fn();
  let addition: ReturnType<typeof useAddRestaurant> | undefined;
  const Form = () => {
    // oxlint-disable-next-line react/globals
    addition = useAddRestaurant({ onRejected });
    return null;
  };
  renderToString(createElement(QueryClientProvider, { client }, createElement(Form)));
  const place = {
    from: 'hand',
    name: '해달골 국밥',
    address: '',
    coordinates: null,
    phoneNumber: '',
  } as const;
  addition?.mutate({ place, status: '방문 예정' });
  await vi.waitFor(() => expect(onRejected).toHaveBeenCalled());
  expect(namesInList()).toEqual([]);
});
