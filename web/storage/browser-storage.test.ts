import { afterEach, expect, test, vi } from 'vitest';
import { browserStorage } from './browser-storage.ts';
import { saveDraft } from '../form/use-stored-draft.ts';

const { showToast } = vi.hoisted(() => ({ showToast: vi.fn() }));
vi.mock('../ui/Toast.tsx', () => ({ showToast }));

afterEach(() => vi.unstubAllGlobals());

const failWith = (name: string) =>
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('', name);
    },
  });

test('브라우저의 저장소가 막혀 있으면 알리지 않고, 가득 차면 한 번만 알린다', async () => {
  failWith('SecurityError');
  saveDraft('draft', { text: '쓰던 글' });
  // Firefox 115 has its own name for the error.
  failWith('NS_ERROR_DOM_QUOTA_REACHED');
  saveDraft('draft', { text: '쓰던 글' });
  await vi.dynamicImportSettled();
  failWith('QuotaExceededError');
  browserStorage.write('setting', 'yes');
  await vi.dynamicImportSettled();
  expect(showToast).toHaveBeenCalledExactlyOnceWith(
    '브라우저 저장 공간이 부족해서 쓰던 내용을 임시 저장할 수 없어요. 나가기 전에 저장해 주세요.',
    { kind: 'alert' },
  );
});
