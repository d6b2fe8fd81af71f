/*
 * Programs with API tokens depend on the fields of the API. From a release on, fields are only added: `docs/openapi.json`
 * must keep every field of the last release (docs/released-api.txt), and must not require more than it did.
 */

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | false;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
};
type Content = { content?: Record<string, { schema?: Schema }> };
type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: Content;
  responses?: Record<string, Content>;
  security?: Record<string, unknown>[];
};
export type ApiDocument = { paths: Record<string, Record<string, Operation>> };

/**
 * Returns one line for each field of the operations that accept API tokens, sorted. Answers with errors are left out, because all have the
 * same fields.
 *
 * @param options.withOpen whether operations that need no sign-in are included; programs with a token may use them, too
 * @example 'GET /api/my-restaurants answers restaurants[].name string'
 * @example 'POST /api/my-restaurants requires place' // without this field, the request is refused
 */
export function fieldsOfApi({ paths }: ApiDocument, { withOpen = false } = {}): string[] {
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security?.some((scheme) => 'token' in scheme) ?? withOpen)
      .flatMap(([method, operation]) =>
        ['', ...linesOf(operation)].map((line) => `${method.toUpperCase()} ${path} ${line}`.trim()),
      ),
  );
  return [...new Set(lines)].toSorted();
}

/** Returns what programs that use the released API would miss, or would be refused for. */
export function brokenPromises({ released, now }: { released: string[]; now: string[] }): string[] {
  const today = new Set(now);
  const before = new Set(released);
  const isNewRequirement = (line: string) =>
    / requires /.test(line) && before.has(line.split(' ').slice(0, 2).join(' ')) && !isInNewField(line);
  // A program that does not send a new field does not send the fields in it either.
  const isInNewField = (line: string) => {
    const outer = line.replace(' requires ', ' accepts ').replace(/(\[\]|\{\})*\.[^.]*$/, '');
    return / accepts body\./.test(outer) && !before.has(outer);
  };
  return [
    ...released
      .filter((line) => !/ requires /.test(line) && !today.has(line))
      .map((line) => `missing: ${line}`),
    ...now.filter((line) => isNewRequirement(line) && !before.has(line)).map((line) => `new: ${line}`),
  ];
}

function linesOf({ parameters = [], requestBody, responses = {} }: Operation): string[] {
  const given = parameters.flatMap(({ name, required, schema }) => [
    `accepts ${name}`,
    ...(required ? [`requires ${name}`] : []),
    ...(schema ? acceptedIn(schema, name) : []),
  ]);
  const sent = schemasOf(requestBody).flatMap((schema) => acceptedIn(schema, 'body'));
  const answered = Object.entries(responses)
    .filter(([status]) => status < '400')
    .flatMap(([, response]) => schemasOf(response).flatMap((schema) => answeredIn(schema, '')));
  return [...given, ...sent, ...answered];
}

const schemasOf = ({ content = {} }: Content = {}): Schema[] =>
  Object.values(content).flatMap(({ schema }) => schema ?? []);

/** The fields of a request. Fields of one of several possible bodies are never required in all. */
function acceptedIn(schema: Schema, at: string): string[] {
  const required = new Set(schema.required);
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    `accepts ${at}.${name}`,
    ...(required.has(name) ? [`requires ${at}.${name}`] : []),
    ...acceptedIn(field, `${at}.${name}`),
  ]);
  return [...own, ...partsOf(schema).flatMap(([part, suffix]) => acceptedIn(part, at + suffix))];
}

function answeredIn(schema: Schema, at: string): string[] {
  const types = typesOf(schema);
  const own = types.length > 0 ? [`answers ${at || '.'} ${types.join('|')}`] : [];
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    answeredIn(field, at ? `${at}.${name}` : name),
  );
  const inner = partsOf(schema).flatMap(([part, suffix]) =>
    // The types of alternatives are in the line of the whole.
    answeredIn(suffix === '' ? { ...part, type: [] } : part, at + suffix),
  );
  return [...own, ...fields, ...inner];
}

const typesOf = ({ type = [], anyOf = [], oneOf = [] }: Schema): string[] =>
  [...new Set([type, ...[...anyOf, ...oneOf].flatMap(typesOf)].flat())].toSorted();

function partsOf({
  items,
  prefixItems = [],
  anyOf = [],
  oneOf = [],
  allOf = [],
  additionalProperties,
}: Schema) {
  const alternatives = [...anyOf, ...oneOf, ...allOf].map((part) => [part, ''] as const);
  const elements = [...(items ? [items] : []), ...prefixItems].map((part) => [part, '[]'] as const);
  const values = typeof additionalProperties === 'object' ? [[additionalProperties, '{}'] as const] : [];
  return [...alternatives, ...elements, ...values];
}
