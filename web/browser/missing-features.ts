/** Loads web/browser/polyfills.ts in browsers that lack one of its features. */
export async function addMissingFeatures(): Promise<void> {
  const hasAll = 'groupBy' in Map && 'canParse' in URL && 'toSorted' in [] && 'toSpliced' in [];
  if (!hasAll) await import('./polyfills.ts');
}
