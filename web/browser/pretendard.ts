import { isDataSaverOn } from './when-idle.ts';

/**
 * Loads our typeface. A page in Korean needs about 300 KB of it. Therefore it is loaded only for members and after the
 * first paint.
 * With the data saver mode, the page keeps the system font.
 */
export async function loadPretendard() {
  if (isDataSaverOn()) return;
  await import('#common/fonts/pretendard/pretendardvariable-dynamic-subset.css');
}
