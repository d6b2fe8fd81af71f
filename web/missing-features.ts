/** Loads the polyfills in browsers that lack one of those features; others load nothing. */
export async function addMissingFeatures(): Promise<void> {
  const hasAll = 'groupBy' in Map && 'canParse' in URL && 'toSorted' in [] && 'toSpliced' in [];
  if (!hasAll) await import('./polyfills.ts');
}
