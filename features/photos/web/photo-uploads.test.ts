import { expect, test } from 'vitest';
import type { Photo } from '#features/photos/photos.contract.ts';
import { ApiProblem } from '#web/api.ts';
import { createPhotoUploads } from './photo-uploads.ts';
import type { SendPhoto } from './send-photo.ts';

const photo = (id: string): Photo => ({
  id,
  purpose: 'journal',
  width: 4,
  height: 3,
  thumbhash: '',
  alt: '',
  createdAt: 0,
});
const file = (name: string) => new Blob([name]);
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Opens uploads that the test completes itself. */
function open(initial: Photo[] = []) {
  const sending: {
    upload: Parameters<SendPhoto>[0];
    resolve: (photo: Photo) => void;
    reject: (error: Error) => void;
  }[] = [];
  const ended: string[] = [];
  const uploads = createPhotoUploads(
    { purpose: 'journal', initial },
    {
      prepare: async (blob) => {
        if (blob.type === 'text/plain') throw new ApiProblem({ status: 0, code: 'photos.undecodable' });
        return blob;
      },
      send: (upload) => new Promise((resolve, reject) => sending.push({ upload, resolve, reject })),
      previewOf: () => `blob:${Math.random()}`,
      endPreview: (url) => ended.push(url),
    },
  );
  const states = () => uploads.items().map(({ state }) => state);
  const keyAt = (at: number) => uploads.items()[at]?.key ?? '';
  return { uploads, sending, ended, states, keyAt };
}

test('두 장씩 올리고, 끝나면 다음 것을 올린다', async () => {
  const { uploads, sending, states } = open();
  uploads.add([file('a'), file('b'), file('c')]);
  await settled();
  expect(states()).toEqual(['sending', 'sending', 'waiting']);
  sending[0]?.upload.onProgress(0.5);
  expect(uploads.items()[0]).toMatchObject({ share: 0.5 });
  sending[1]?.resolve(photo('second'));
  await settled();
  expect(states()).toEqual(['sending', 'ready', 'sending']);
});

test('실패한 것은 같은 멱등성 키와 같은 파일로 다시 올린다', async () => {
  const { uploads, sending, states, keyAt } = open();
  uploads.add([file('a')]);
  await settled();
  sending[0]?.reject(new ApiProblem({ status: 0, code: 'network.failed' }));
  await settled();
  expect(uploads.items()[0]).toMatchObject({ state: 'failed', canRetry: true });
  uploads.retryAfterLoss();
  await settled();
  expect(sending[1]?.upload.idempotencyKey).toBe(sending[0]?.upload.idempotencyKey);
  expect(sending[1]?.upload.blob).toBe(sending[0]?.upload.blob);

  sending[1]?.reject(new ApiProblem({ status: 422, code: 'photos.unreadable' }));
  await settled();
  expect(uploads.items()[0]).toMatchObject({ state: 'failed', canRetry: false });
  uploads.retryAfterLoss();
  expect(states()).toEqual(['failed']);
  uploads.retry(keyAt(0));
  expect(states()).toEqual(['sending']);
});

test('빼면 올리던 것이 멈추고, 자리는 다음 것이 쓴다', async () => {
  const { uploads, sending, ended, states, keyAt } = open();
  uploads.add([file('a'), file('b'), file('c')]);
  await settled();
  uploads.remove(keyAt(0));
  await settled();
  expect(sending[0]?.upload.signal.aborted).toBe(true);
  sending[0]?.resolve(photo('too late'));
  await settled();
  expect(states()).toEqual(['sending', 'sending']);
  expect(ended).toHaveLength(1);
});

test('올린 사진도 저장할 때까지 원본이 초안에 남고, 초안을 열면 미리 보기로 보이고 원본과 함께 저장한다', async () => {
  const writing = open();
  writing.uploads.add([file('a'), file('b')]);
  await settled();
  writing.sending[0]?.resolve(photo('uploaded'));
  await settled();
  expect(writing.states()).toEqual(['ready', 'sending']);
  const stored = writing.uploads.draftPhotos();
  expect(stored).toMatchObject([{ photo: { id: 'uploaded' } }, { photo: null }]);

  const reopened = open([photo('uploaded')]);
  reopened.uploads.restore(stored);
  await settled();
  // The uploaded photo is not uploaded again, and stays the first photo.
  expect(reopened.states()).toEqual(['ready', 'sending']);
  expect(reopened.sending.map(({ upload }) => upload.idempotencyKey)).toEqual([stored[1]?.id]);
  expect(reopened.uploads.items()[0]?.previewUrl).toMatch(/^blob:/);
  expect(reopened.uploads.draftPhotos()).toEqual(stored);
  expect(await reopened.uploads.handOver()).toEqual(stored);
});

test('저장하면 올리던 것을 멈추고, 올리지 못한 사진은 저장하는 글과 함께 보낸다', async () => {
  const { uploads, sending, states } = open();
  uploads.add([file('a'), file('b'), file('c'), file('d')]);
  await settled();
  sending[0]?.resolve(photo('first'));
  await settled();
  expect(states()).toEqual(['ready', 'sending', 'sending', 'waiting']);
  const attachments = await uploads.handOver();
  await settled();
  expect(states()).toEqual(['ready', 'kept', 'kept', 'kept']);
  expect(sending.map(({ upload }) => upload.signal.aborted)).toEqual([false, true, true]);
  expect(attachments?.map(({ photo: uploaded }) => uploaded?.id)).toEqual([
    'first',
    ...Array(3).fill(undefined),
  ]);
  expect(attachments?.every(({ blob }) => blob)).toBe(true);
});

test('읽지 못하는 사진이 있으면 저장하지 않는다', async () => {
  const { uploads, states } = open();
  uploads.add([file('a'), file('b'), new Blob(['no picture'], { type: 'text/plain' })]);
  await settled();
  expect(await uploads.handOver()).toBeNull();
  expect(states()).toEqual(['kept', 'kept', 'failed']);
});

test('올리는 중에 저장한 리뷰는 다 올라갈 때까지 기다린다', async () => {
  const { uploads, sending } = open([photo('before')]);
  uploads.add([file('a'), file('b')]);
  await settled();
  let uploaded: readonly Photo[] | null | undefined;
  void uploads.uploaded().then((photos) => (uploaded = photos));
  sending[0]?.resolve(photo('a'));
  await settled();
  expect(uploaded).toBeUndefined();
  sending[1]?.resolve(photo('b'));
  await settled();
  expect(uploaded?.map(({ id }) => id)).toEqual(['before', 'a', 'b']);

  uploads.add([file('c')]);
  await settled();
  sending[2]?.reject(new ApiProblem({ status: 0, code: 'network.offline' }));
  expect(await uploads.uploaded()).toBeNull();
});

test('글의 초안에 없는 올린 사진은 같은 id로 다시 올린다', async () => {
  const { uploads, sending } = open();
  uploads.restore([{ id: 'upload', photo: photo('swept'), blob: file('a') }]);
  await settled();
  expect(sending.map(({ upload }) => upload.idempotencyKey)).toEqual(['upload']);
});

test('있던 사진과 새 사진의 차례를 바꾸고, 설명을 바꾼다', () => {
  const { uploads, keyAt } = open([photo('a'), photo('b'), photo('c')]);
  const order = () => uploads.items().map(({ key }) => key);
  uploads.move('c', 0);
  expect(order()).toEqual(['c', 'a', 'b']);
  uploads.move('c', 9);
  expect(order()).toEqual(['a', 'b', 'c']);
  uploads.move('nobody', 0);
  expect(order()).toEqual(['a', 'b', 'c']);
  uploads.replace({ ...photo('b'), alt: '곰탕' });
  expect(uploads.items()[1]).toMatchObject({ photo: { alt: '곰탕' } });
  uploads.reset([photo('d')]);
  expect(keyAt(0)).toBe('d');
});
