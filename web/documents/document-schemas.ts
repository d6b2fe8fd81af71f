import type { QueryKey } from '@tanstack/react-query';
import type { z } from 'zod';

/** Schemas of stored documents, by the key of the query. `*` stands for the last part of the key, which is an id. */
export type DocumentSchemas = Readonly<Record<string, z.ZodType>>;

let loadSchemas: () => Promise<DocumentSchemas> = async () => ({});

/** Registers the schemas. They are loaded only if another version of the app has stored a document. */
export const registerDocumentSchemas = (load: () => Promise<DocumentSchemas>): void => {
  loadSchemas = load;
};

/**
 * Reads data that another version of the app has stored. Fields of the API are only added, so a field that is missing
 * gets the default of its schema. Returns undefined if this version cannot read the data.
 */
export async function readOtherVersion({
  queryKey,
  data,
}: {
  queryKey: QueryKey;
  data: unknown;
}): Promise<unknown> {
  const schemas = await loadSchemas();
  const schema = schemas[queryKey.join('/')] ?? schemas[[...queryKey.slice(0, -1), '*'].join('/')];
  return schema?.safeParse(data).data;
}
