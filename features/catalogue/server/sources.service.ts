import { v7 as uuidv7 } from 'uuid';
import { writeAuditLog } from '#features/admin/server/admin.public.ts';
import type { Category } from '#features/catalogue/catalogue.contract.ts';
import {
  type CategoriesForm,
  catalogueProblems,
  type SourceForm,
} from '#features/catalogue/provided-admin.contract.ts';
import type { ProvidedSource } from '#features/catalogue/provided.contract.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { InvalidRequest, problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { selectCategories, setCategories } from './catalogue.sql.ts';
import { incrementProvidedVersion, selectSources } from './provided.sql.ts';
import { deleteSourceRow, setEpisodes, sourceWithTitle, upsertSource } from './sources.sql.ts';

/**
 * Creates or changes a source. If the stored source is identical, it is not written, so that a browser can repeat the
 * request.
 * @param seen the version that the client read; null if the source did not exist. If `seen` is omitted, any stored
 * version is replaced.
 * @throws catalogue.edit_conflict, request.invalid (title or episode id of another source)
 */
async function writeSource(
  transaction: Connection,
  {
    admin,
    sourceId,
    form,
    seen,
  }: { admin: Person; sourceId: string; form: SourceForm; seen?: ProvidedSource | null | undefined },
): Promise<ProvidedSource> {
  // This call locks the document, so that only one transaction at a time changes the sources.
  await incrementProvidedVersion(transaction);
  const before = await sourceOf(transaction, sourceId);
  if (before && isSameSource(before, form)) return before;
  if (seen !== undefined && hasChanged({ seen, before }))
    throw problem(catalogueProblems, 'catalogue.edit_conflict');
  if (await sourceWithTitle(transaction, { title: form.title, exceptId: sourceId })) {
    throw new InvalidRequest([{ path: 'title', code: 'catalogue.source_title_taken' }]);
  }
  await upsertSource(transaction, sourceId, form);
  if (!(await setEpisodes(transaction, sourceId, form.episodes))) {
    throw new InvalidRequest([{ path: 'episodes', code: 'catalogue.episode_unknown' }]);
  }
  const after = await sourceOf(transaction, sourceId);
  if (!after) throw new Error('The source just written was not found.');
  const act = before ? 'source.changed' : 'source.added';
  await writeAuditLog(transaction, { admin, act, subject: sourceId, before, after });
  return after;
}

/** Whether the source changed after the client read it. null means that there was no source. */
function hasChanged({
  seen,
  before,
}: {
  seen: ProvidedSource | null;
  before: ProvidedSource | null;
}): boolean {
  if (seen === null || before === null) return seen !== before;
  return !isSameSource(seen, before);
}

/** Calls `writeSource` in a new transaction. */
export const putSource = (
  database: Database,
  given: Parameters<typeof writeSource>[1],
): ReturnType<typeof writeSource> =>
  database.transaction().execute((transaction) => writeSource(transaction, given));

export async function deleteSource(
  database: Database,
  { admin, sourceId }: { admin: Person; sourceId: string },
): Promise<ProvidedSource[]> {
  return database.transaction().execute(async (transaction) => {
    await incrementProvidedVersion(transaction);
    const before = await sourceOf(transaction, sourceId);
    if (!before) throw problem(catalogueProblems, 'catalogue.source_not_found');
    await deleteSourceRow(transaction, sourceId);
    await writeAuditLog(transaction, {
      admin,
      act: 'source.removed',
      subject: sourceId,
      before,
      after: null,
    });
    return selectSources(transaction);
  });
}

/**
 * Replaces the categories.
 * @param seen the categories that the client read. If `seen` is omitted, any stored categories are replaced.
 * @throws catalogue.edit_conflict
 */
export async function putCategories(
  database: Database,
  {
    admin,
    form: { categories },
    seen,
  }: { admin: Person; form: CategoriesForm; seen?: CategoriesForm['categories'] | undefined },
): Promise<Category[]> {
  return database.transaction().execute(async (transaction) => {
    // This call locks the document, so that only one transaction at a time changes the categories. The versions of
    // the members' lists need not change, because lists contain only the ids of categories. Screens show 미분류 for the
    // id of a removed category.
    await incrementProvidedVersion(transaction);
    const before = await selectCategories(transaction);
    if (isSameList(before, categories)) return before;
    if (seen && !isSameList(before, seen)) throw problem(catalogueProblems, 'catalogue.edit_conflict');
    await setCategories(transaction, categories);
    const after = await selectCategories(transaction);
    await writeAuditLog(transaction, {
      admin,
      act: 'categories.changed',
      subject: 'categories',
      before: { categories: before },
      after: { categories: after },
    });
    return after;
  });
}

/** An episode of a source, as a row of an import file names it. A field that the row does not contain is null. */
export type NamedEpisode = {
  title: string;
  /** The kind of the source, which is needed only for a new source. */
  kind: SourceForm['kind'] | null;
  episode: Omit<SourceForm['episodes'][number], 'id'>;
};

/**
 * Creates the sources and episodes that do not exist. Existing episodes get the dates and links of the file.
 * @returns a function that finds the id of an episode by the title of its source and its own name
 */
export async function createEpisodes(
  transaction: Connection,
  { admin, named }: { admin: Person; named: readonly NamedEpisode[] },
): Promise<(of: NamedEpisode) => string> {
  const known = new Map((await selectSources(transaction)).map((source) => [source.title, source]));
  const ids = new Map<string, Map<string, string>>();
  for (const [title, all] of Map.groupBy(named, (each) => each.title)) {
    const kind = all.find((each) => each.kind !== null)?.kind ?? 'tv';
    const source = known.get(title) ?? { id: uuidv7(), title, kind, link: null, episodes: [] };
    const form = { ...source, episodes: mergeEpisodes(source.episodes, all) };
    const isSame = known.has(title) && JSON.stringify(form) === JSON.stringify(source);
    if (!isSame) await writeSource(transaction, { admin, sourceId: source.id, form });
    ids.set(title, new Map(form.episodes.map(({ id, name }) => [name, id])));
  }
  return ({ title, episode }) => {
    const id = ids.get(title)?.get(episode.name);
    if (!id) throw new Error('An episode is missing.');
    return id;
  };
}

function mergeEpisodes(
  existing: SourceForm['episodes'],
  named: readonly NamedEpisode[],
): SourceForm['episodes'] {
  const merged = new Map(existing.map((episode) => [episode.name, episode]));
  for (const { episode } of named) {
    const before = merged.get(episode.name);
    merged.set(episode.name, {
      id: before?.id ?? uuidv7(),
      name: episode.name,
      publishedOn: episode.publishedOn ?? before?.publishedOn ?? null,
      link: episode.link ?? before?.link ?? null,
    });
  }
  return [...merged.values()];
}

/** Whether two sources are equal. The order of the episodes is ignored. */
function isSameSource(a: SourceForm, b: SourceForm): boolean {
  const fieldsOf = ({ title, kind, link, episodes }: SourceForm) => [
    title,
    kind,
    link,
    ...episodes.map((each) => JSON.stringify([each.id, each.name, each.publishedOn, each.link])).sort(),
  ];
  return JSON.stringify(fieldsOf(a)) === JSON.stringify(fieldsOf(b));
}

const isSameList = (
  a: readonly Pick<Category, 'id' | 'name'>[],
  b: readonly Pick<Category, 'id' | 'name'>[],
): boolean => {
  const textOf = (all: typeof a) => JSON.stringify(all.map(({ id, name }) => [id, name]));
  return textOf(a) === textOf(b);
};

async function sourceOf(transaction: Connection, id: string): Promise<ProvidedSource | null> {
  return (await selectSources(transaction)).find((source) => source.id === id) ?? null;
}
