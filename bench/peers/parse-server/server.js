/** Parse Server with three classes, as `bench/bench-server.ts` starts it. */
import { createServer } from 'node:http';
import { ParseServer } from 'parse-server';

const members = { requiresAuthentication: true };
const permissions = { find: members, get: members, create: members, update: members, delete: members };
const texts = (...names) => Object.fromEntries(names.map((name) => [name, { type: 'String' }]));

const database = new URL(process.env.DATABASE_URL);
const parse = new ParseServer({
  appId: 'bench',
  masterKey: 'used by this benchmark alone',
  serverURL: 'http://localhost/',
  databaseURI: database.href,
  // Parse Server does not read the socket from the URL.
  databaseOptions: {
    host: database.searchParams.get('host') ?? database.hostname,
    port: Number(database.searchParams.get('port') ?? database.port),
  },
  logLevel: 'error',
  silent: true,
  logsFolder: null,
  schema: {
    definitions: [
      {
        className: 'Place',
        fields: {
          ...texts('name', 'address', 'categoryId', 'phoneNumber', 'businessStatus'),
          lat: { type: 'Number' },
          lng: { type: 'Number' },
        },
        classLevelPermissions: permissions,
      },
      {
        className: 'RegisterPlace',
        fields: { ...texts('name', 'address'), lat: { type: 'Number' }, lng: { type: 'Number' } },
        classLevelPermissions: permissions,
      },
      {
        className: 'SavedPlace',
        fields: {
          ...texts('status', 'review', 'sourceKind', 'sourceMemo'),
          owner: { type: 'Pointer', targetClass: '_User' },
          place: { type: 'Pointer', targetClass: 'Place' },
          rating: { type: 'Number' },
          customTags: { type: 'Array' },
          linkedAt: { type: 'Date' },
        },
        classLevelPermissions: permissions,
      },
    ],
  },
});
await parse.start();
const server = createServer(parse.app).listen(0, '127.0.0.1', () =>
  process.send?.({ listening: `http://localhost:${server.address().port}` }),
);
process.once('SIGTERM', () => process.exit(0));
