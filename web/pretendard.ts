type Connection = { saveData?: boolean };

/**
 * Our typeface, for members only and after the first paint: a page of Korean takes about 300 KB of it. Until then,
 * and for whoever saves data, the system's own.
 */
export async function loadPretendard() {
  const { connection } = navigator as { connection?: Connection };
  if (connection?.saveData) return;
  await import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css');
}
