type Connection = { saveData?: boolean };

/**
 * Only for members and after the first paint: a page in Korean needs about 300 KB of our typeface.
 * Data saver mode keeps the system font.
 */
export async function loadPretendard() {
  const { connection } = navigator as { connection?: Connection };
  if (connection?.saveData) return;
  await import('#common/fonts/pretendard/pretendardvariable-dynamic-subset.css');
}
