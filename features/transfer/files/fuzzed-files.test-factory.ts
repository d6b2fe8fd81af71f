import fc from 'fast-check';
import { zipSync } from 'fflate';
import { inCp949, inUtf16, zipOf } from './read-files.test-factory.ts';

const CSV =
  '설명\n\nTitle,Note,URL,Tags,Comment\n하동관,"국,\n물",https://www.google.com/maps/place/a/data=!3d37.5!4d127.1,가#나,\n';
const KML =
  '<?xml version="1.0"?><kml><Document><Folder><name>목록</name><Placemark><name>하동관</name><description><![CDATA[<b>곰탕</b>]]></description><Point><coordinates>126.9,37.5,0</coordinates></Point></Placemark></Folder></Document></kml>';
const GPX =
  '<gpx version="1.1"><metadata><name>제주</name></metadata><wpt lat="33.4" lon="126.5"><name>고기국수</name><desc>면</desc></wpt></gpx>';
const JSON_TEXT =
  '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[126.9,37.5]},"properties":{"Title":"하동관","Location":{"Address":"서울 중구 명동9길 12","Geo Coordinates":{"Latitude":"37.5","Longitude":"126.9"}}}}]}';
const SEEDS = [CSV, KML, GPX, JSON_TEXT].flatMap((text) => [
  Buffer.from(text),
  Buffer.from(inUtf16(text, 'le')),
  Buffer.from(inCp949(text)),
  Buffer.from(zipOf({ 'a.csv': text, 'doc.kml': text })),
]);
const NAMES = ['a.csv', 'a.tsv', 'a.txt', 'a.kml', 'a.kmz', 'a.gpx', 'a.json', 'a.geojson', 'a.zip', '이름'];

/** These archives are built only once, because building them takes half a second. */
const hostileArchives = (): Uint8Array[] => [
  zipOf({ 'bomb.csv': new Uint8Array(210 * 1024 * 1024) }),
  zipOf({ 'a.zip': zipOf({ 'b.zip': zipOf({ 'c.csv': CSV }) }) }),
  zipSync(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}.csv`, new Uint8Array()])), {
    level: 0,
  }),
];
let archives: Uint8Array[] | undefined;

/**
 * Files that exceed a limit, or that contain the address of the canary server. Reading such a file up to the limit
 * takes up to two seconds. Therefore `fuzzedFiles` generates these files rarely.
 */
const hostile = (canary: string): Uint8Array[] =>
  [
    ...(archives ??= hostileArchives()),
    `Title,URL${',x'.repeat(1_000_000)}\n하동관${',1'.repeat(1_000_000)}\n`,
    `<?xml version="1.0"?><!DOCTYPE k [<!ENTITY x SYSTEM "${canary}/xxe">]>${KML.slice(KML.indexOf('<kml>')).replace('하동관', '&x;')}`,
    `<?xml version="1.0"?><?xml-stylesheet href="${canary}/style"?><kml xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="${canary}/include"/><NetworkLink><Link><href>${canary}/link</href></Link></NetworkLink></kml>`,
    `<!DOCTYPE k [<!ENTITY a "${'a'.repeat(1000)}">${Array.from({ length: 20 }, (_, at) => `<!ENTITY ${'bcdefghijklmnopqrstu'[at]} "${`&${'abcdefghijklmnopqrst'[at]};`.repeat(10)}">`).join('')}]><kml>&u;</kml>`,
    `${'<a>'.repeat(100_000)}`,
    `${'{"a":'.repeat(100_000)}1`,
    `{"type":"FeatureCollection","features":${'['.repeat(100_000)}`,
  ].map((content) => (typeof content === 'string' ? Buffer.from(content) : content));

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat(40),
  insert: fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc
      .constantFrom(
        '"',
        '""',
        '<',
        '</',
        '&x;',
        ']]>',
        '<!DOCTYPE a>',
        '{',
        '[[[[',
        '\u0000',
        '\ufeff',
        ',,,,',
        '\r\n',
        '\ud800',
      )
      .map((text) => Buffer.from(text)),
    fc.constantFrom(...SEEDS),
  ),
});
const mutated = fc.tuple(fc.constantFrom(...SEEDS), fc.array(edit, { maxLength: 6 })).map(([seed, edits]) =>
  edits.reduce((bytes, { at, remove, insert }) => {
    const from = Math.floor(at * bytes.length);
    return Buffer.concat([bytes.subarray(0, from), insert, bytes.subarray(from + remove)]);
  }, seed),
);

/**
 * Generates up to three files with any name and any content.
 * @param canary origin to which hostile files refer
 */
export const fuzzedFiles = (canary: string) =>
  fc.array(
    fc.tuple(
      fc.constantFrom(...NAMES),
      fc.oneof(
        { weight: 200, arbitrary: mutated },
        { weight: 200, arbitrary: fc.uint8Array({ maxLength: 300 }) },
        { weight: 1, arbitrary: fc.constantFrom(...hostile(canary)) },
      ),
    ),
    { minLength: 1, maxLength: 3 },
  );
