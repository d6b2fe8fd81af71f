type Connection = { saveData?: boolean };

/**
 * Our typeface, only for members and after the first paint: a page in Korean needs about 300 KB of it. Until then, and
 * in data saver mode, the system font is used.
 */
export async function loadPretendard() {
  const { connection } = navigator as { connection?: Connection };
  if (connection?.saveData) return;
  await import('#common/fonts/pretendard/pretendardvariable-dynamic-subset.css');
}
