import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IMPORT_ROWS_MAXIMUM } from '#features/transfer/imports.contract.ts';
import { readFiles } from './read-files.ts';
import { fileOf, inCp949, inUtf16, nodeCp949, zipOf } from './read-files.test-factory.ts';

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

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat(40),
  insert: fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc
      .constantFrom(
        ...[
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
        ],
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

/** `FUZZ_RUNS=20000` for the long form. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 1_000);

test(
  '어떤 파일이든 끝나고, 읽은 장소는 저장할 수 있는 크기다',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.oneof(mutated, fc.uint8Array({ maxLength: 300 }))), {
          minLength: 1,
          maxLength: 3,
        }),
        async (files) => {
          const { places, problems, unknownTables } = await readFiles({
            limit: IMPORT_ROWS_MAXIMUM,
            files: files.map(([name, bytes]) => fileOf(name, bytes)),
            cp949: nodeCp949,
          });
          expect(places.length).toBeLessThanOrEqual(IMPORT_ROWS_MAXIMUM);
          expect(problems.length + unknownTables.length).toBeLessThanOrEqual(files.length);
          for (const place of places) {
            expect(place.name + place.address).not.toBe('');
            expect(place.name.length).toBeLessThanOrEqual(100);
            expect(place.address.length).toBeLessThanOrEqual(200);
            expect(place.link.length).toBeLessThanOrEqual(500);
            expect(place.note.length).toBeLessThanOrEqual(2000);
            expect(place.tags.every((tag) => tag !== '' && tag.length <= 20)).toBe(true);
            expect(JSON.stringify(place)).not.toMatch(/\\u(?:0000|d[89a-f])/i);
          }
        },
      ),
      { numRuns: RUNS },
    );
  },
  60_000 + 20 * RUNS,
);
