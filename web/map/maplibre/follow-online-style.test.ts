import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followOnlineStyle } from './follow-online-style.ts';

const STYLE = { version: 8, sources: {}, layers: [] };
const MINUTE = 60_000;

const onStyle = vi.fn();
let isReachable = true;
let requests = 0;
let followed: ReturnType<typeof followOnlineStyle>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', async () => {
    requests += 1;
    if (!isReachable) throw new TypeError('Failed to fetch');
    return Response.json(STYLE);
  });
  isReachable = true;
  requests = 0;
  onStyle.mockClear();
});

afterEach(() => {
  followed.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('온라인 지도를 못 받으면, 브라우저가 연결을 알리지 않아도 다시 받는다', async () => {
  isReachable = false;
  await follow();
  expect(onStyle).not.toHaveBeenCalled();
  isReachable = true;
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(onStyle.mock.calls).toEqual([[STYLE]]);
});

test('타일이 계속 실패하면 포함된 지도로 바꾸고, 조금 뒤 다시 받는다', async () => {
  await follow();
  for (let tile = 0; tile < 5; tile++) followed.tileFailed();
  followed.tileArrived();
  for (let tile = 0; tile < 6; tile++) followed.tileFailed();
  expect(onStyle.mock.calls).toEqual([[STYLE], [null]]);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(onStyle.mock.calls).toEqual([[STYLE], [null], [STYLE]]);
});

test('연결이 돌아왔다는 알림에는 곧바로 받고, 예정된 요청은 없앤다', async () => {
  isReachable = false;
  await follow();
  isReachable = true;
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(onStyle.mock.calls).toEqual([[STYLE]]);
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(requests).toBe(2);
});

test('오래 닿지 않으면 드물게 묻고, 지도를 떠나면 묻지 않는다', async () => {
  isReachable = false;
  await follow();
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(requests).toBeGreaterThan(10);
  expect(requests).toBeLessThan(30);
  followed.stop();
  const before = requests;
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(requests).toBe(before);
});

async function follow() {
  followed = followOnlineStyle({ url: 'https://tiles.example/style', onStyle });
  await vi.advanceTimersByTimeAsync(0);
}
