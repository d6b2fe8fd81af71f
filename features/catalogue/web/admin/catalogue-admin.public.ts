/** The sections of the catalogue on the admin's page. */
export { CategoriesSection } from './categories/CategoriesSection.tsx';
export { episodeNames } from './provided/episode-names.ts';
export { ImportOutcome } from './provided/ImportOutcome.tsx';
export { ImportSection } from './provided/ImportSection.tsx';
export { sourcesQuery, useImport } from './provided/provided-admin.queries.ts';
export { ProvidedSection } from './provided/ProvidedSection.tsx';
export { SourcesSection } from './sources/SourcesSection.tsx';
