import { afterEach, expect, test, vi } from 'vitest';
import { createDeviceKey, keepDeviceKey, readDeviceKey } from './device-key.ts';

afterEach(() => vi.unstubAllGlobals());

const VOTER = '01JDEVICE';

/** Answers a vote as a device does. @returns the key that the device sends */
function answer(voteId: string): string {
  const device = readDeviceKey(voteId) ?? createDeviceKey();
  keepDeviceKey(voteId, device);
  keepDeviceKey(voteId, { ...device, voterId: VOTER });
  return device.key;
}

test('저장소가 막힌 브라우저에서도 두 번째 답은 같은 키로 보내 첫 번째 답을 바꾼다', () => {
  const blocked = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked });
  const key = answer('blocked');
  expect(key).toMatch(/^[0-9a-f]{48}$/);
  expect(answer('blocked')).toBe(key);
  expect(readDeviceKey('blocked')).toEqual({ key, voterId: VOTER });
  expect(answer('another')).not.toBe(key);
});

test('저장소가 가득 차서 저장하지 못한 키도 쓰고, 다시 저장할 수 있으면 저장한다', () => {
  const stored = new Map<string, string>();
  let isFull = true;
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (isFull) throw new DOMException('The quota is exceeded.', 'QuotaExceededError');
      stored.set(name, value);
    },
  });
  const key = answer('full');
  isFull = false;
  expect(answer('full')).toBe(key);
  expect([...stored.values()].map((value) => JSON.parse(value))).toEqual([{ key, voterId: VOTER }]);
});
