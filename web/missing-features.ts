/** For browsers that lack one of the features of web/polyfills.ts. */
export async function addMissingFeatures(): Promise<void> {
  const hasAll = 'groupBy' in Map && 'canParse' in URL && 'toSorted' in [] && 'toSpliced' in [];
  if (!hasAll) await import('./polyfills.ts');
}
