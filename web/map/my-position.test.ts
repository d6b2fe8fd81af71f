import { expect, test } from 'vitest';
import { createMyPosition } from './my-position.ts';

const SEOUL = { latitude: 37.5665, longitude: 126.978, accuracy: 20 };

test('묻기 전에는 아무것도 모르고, 허락하면 어디인지 안다', () => {
  const device = fakeDevice();
  const me = createMyPosition(device.geolocation);
  expect(me.current().state).toBe('unasked');
  me.ask();
  expect(me.current().state).toBe('asking');
  device.arrive(SEOUL);
  expect(me.current()).toEqual({
    state: 'known',
    position: { coordinates: { lat: 37.5665, lng: 126.978 }, accuracyMetres: 20 },
  });
});

test.each([
  [1, 'refused'],
  [2, 'unavailable'],
  [3, 'timeout'],
] as const)('기기의 답 %i은 %s이다', (code, state) => {
  const device = fakeDevice();
  const me = createMyPosition(device.geolocation);
  me.ask();
  device.fail(code);
  expect(me.current()).toEqual({ state, position: null });
});

test('위치를 못 쓰는 브라우저에서는 물어도 알 수 없다', () => {
  const me = createMyPosition(undefined);
  me.ask();
  expect(me.current().state).toBe('unavailable');
});

test('한 번 안 자리는 신호가 잠깐 끊겨도 그대로이고, 허락을 거두면 잊는다', () => {
  const device = fakeDevice();
  const me = createMyPosition(device.geolocation);
  me.ask();
  device.arrive(SEOUL);
  device.fail(3);
  expect(me.current().state).toBe('known');
  device.fail(1);
  expect(me.current()).toEqual({ state: 'refused', position: null });
});

test('몇 걸음 안 되는 움직임은 알리지 않고, 걸어간 것은 알린다', () => {
  const device = fakeDevice();
  const me = createMyPosition(device.geolocation);
  let calls = 0;
  me.subscribe(() => calls++);
  me.ask();
  device.arrive(SEOUL);
  const before = calls;
  device.arrive({ ...SEOUL, latitude: 37.56653 });
  expect(calls).toBe(before);
  device.arrive({ ...SEOUL, latitude: 37.568 });
  expect(calls).toBe(before + 1);
});

test('아무도 듣지 않으면 기기를 더 쓰지 않는다', () => {
  const device = fakeDevice();
  const me = createMyPosition(device.geolocation);
  const stop = me.subscribe(() => {});
  me.ask();
  expect(device.watches()).toBe(1);
  stop();
  expect(device.watches()).toBe(0);
});

function fakeDevice() {
  const watches = new Map<number, { success: PositionCallback; failure: PositionErrorCallback }>();
  let lastId = 0;
  const geolocation = {
    watchPosition: (success: PositionCallback, failure: PositionErrorCallback) => {
      lastId += 1;
      watches.set(lastId, { success, failure });
      return lastId;
    },
    clearWatch: (id: number) => void watches.delete(id),
  } as unknown as Geolocation;
  return {
    geolocation,
    watches: () => watches.size,
    arrive: (coords: typeof SEOUL) => {
      for (const { success } of watches.values())
        success({ coords, timestamp: 0 } as unknown as GeolocationPosition);
    },
    fail: (code: number) => {
      for (const { failure } of Array.from(watches.values())) failure({ code } as GeolocationPositionError);
    },
  };
}
