import { isDataSaverOn } from './data-saver.ts';

/**
 * Only for members and after the first paint: a page in Korean needs about 300 KB of our typeface.
 * Data saver mode keeps the system font.
 */
export async function loadPretendard() {
  if (isDataSaverOn()) return;
  await import('#common/fonts/pretendard/pretendardvariable-dynamic-subset.css');
}
