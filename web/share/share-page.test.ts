import { describe, expect, test, vi } from 'vitest';
import { sharePage } from './share-page.ts';

const page = {
  url: 'https://momokzi.example/app/restaurant/1',
  title: '노을목 칼국수',
  text: '맛집 리스트를 확인해 보세요!',
};
const refuses = (name: string) => () => Promise.reject(new DOMException('no', name));
const accepts = () => Promise.resolve();
const nothing = { share: undefined, writeClipboard: undefined, copySelection: () => false };

describe('맛집 공유', () => {
  test('공유 창이 있으면 제목과 문구와 주소를 넘긴다', async () => {
    const share = vi.fn(accepts);
    expect(await sharePage(page, { ...nothing, share })).toBe('shared');
    expect(share).toHaveBeenCalledWith(page);
  });

  test.each(['AbortError', 'InvalidStateError'])('%s: 사람이 닫았으니 아무 말 없이 끝난다', async (name) => {
    const writeClipboard = vi.fn(accepts);
    expect(await sharePage(page, { ...nothing, share: refuses(name), writeClipboard })).toBe('cancelled');
    expect(writeClipboard).not.toHaveBeenCalled();
  });

  test('공유가 막혀 있으면 주소를 복사한다', async () => {
    const writeClipboard = vi.fn(accepts);
    expect(await sharePage(page, { ...nothing, share: refuses('NotAllowedError'), writeClipboard })).toBe(
      'copied',
    );
    expect(writeClipboard).toHaveBeenCalledWith(page.url);
  });

  test('공유 창이 없으면 주소를 복사한다', async () => {
    expect(await sharePage(page, { ...nothing, writeClipboard: accepts })).toBe('copied');
  });

  test('클립보드가 거절하면 옛 방법으로 복사한다', async () => {
    const copySelection = vi.fn(() => true);
    const outcome = await sharePage(page, {
      ...nothing,
      writeClipboard: refuses('NotAllowedError'),
      copySelection,
    });
    expect(outcome).toBe('copied');
    expect(copySelection).toHaveBeenCalledWith(page.url);
  });

  test('아무것도 되지 않으면 무엇이 안 되었는지 말한다', async () => {
    expect(await sharePage(page, nothing)).toBe('copy_failed');
    expect(await sharePage(page, { ...nothing, share: refuses('NotAllowedError') })).toBe('share_failed');
  });
});
