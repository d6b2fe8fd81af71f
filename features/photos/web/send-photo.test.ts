import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { STALLED_MILLISECONDS } from '#web/requests/upload-file.ts';
import { sendPhoto } from './send-photo.ts';

type Progress = { loaded: number; total: number };

let request: {
  upload: { onprogress?: (progress: Progress) => void };
  onload?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status: number;
  responseText: string;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      constructor() {
        request = Object.assign(this, { upload: {}, status: 0, responseText: '' });
      }
      open() {}
      setRequestHeader() {}
      send() {}
      abort() {
        request.onabort?.();
        request.onloadend?.();
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const send = () =>
  sendPhoto({
    blob: new Blob(['photo'], { type: 'image/webp' }),
    purpose: 'journal',
    idempotencyKey: 'a-key-of-one-photo',
    signal: new AbortController().signal,
    onProgress: () => {},
  });

test('조금씩이라도 가는 사진은 기다리고, 멈춘 사진은 포기하고 이유를 말한다', async () => {
  const sending = send();
  const outcome = sending.then(
    () => 'sent',
    ({ code }: { code: string }) => code,
  );
  for (let loaded = 1; loaded <= 5; loaded += 1) {
    vi.advanceTimersByTime(STALLED_MILLISECONDS - 1);
    request.upload.onprogress?.({ loaded, total: 5 });
  }
  vi.advanceTimersByTime(STALLED_MILLISECONDS);
  expect(await outcome).toBe('network.timed_out');
});

test('느려도 답이 오면 올라간 것이다', async () => {
  const sending = send();
  vi.advanceTimersByTime(STALLED_MILLISECONDS - 1);
  request.status = 201;
  request.responseText = '{"id":"1"}';
  request.onload?.();
  request.onloadend?.();
  vi.advanceTimersByTime(STALLED_MILLISECONDS);
  expect(await sending).toEqual({ id: '1' });
});

test('저장소가 답하지 않으면 기다리지 않고 이유를 말한다', async () => {
  const sending = send();
  request.status = 503;
  request.responseText = '{"code":"server.unavailable","params":{"retryAfterSeconds":30}}';
  request.onload?.();
  let code = '';
  sending.catch((problem: { code: string }) => (code = problem.code));
  await vi.advanceTimersByTimeAsync(1);
  expect(code).toBe('server.unavailable');
});
