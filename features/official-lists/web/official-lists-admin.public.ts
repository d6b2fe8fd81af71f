export { EntriesToCheck } from './EntriesToCheck.tsx';
export { ProvideOfficial } from './ProvideOfficial.tsx';
export { officialListsQuery } from './official-lists.queries.ts';
export { listNameOf } from './official-texts.ts';
