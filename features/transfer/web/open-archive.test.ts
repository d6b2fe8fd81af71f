import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js';
import { deflateSync, strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { NotAnArchive } from './not-an-archive.ts';
import { openArchive } from './open-archive.ts';

const MIB = 1024 * 1024;

async function archiveOf(files: Record<string, string>): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter());
  for (const [name, text] of Object.entries(files)) await zip.add(name, new TextReader(text));
  return zip.close();
}

/** Creates a ZIP whose last entry claims to be smaller than it is. */
function lyingZip(files: Record<string, Uint8Array>, claimed: number): Blob {
  const zip = zipSync(files);
  const view = new DataView(zip.buffer);
  const directory = lastIndexOf(zip, 'PK\u0001\u0002');
  view.setUint32(directory + 24, claimed, true);
  view.setUint32(view.getUint32(directory + 42, true) + 22, claimed, true);
  return new Blob([zip]);
}

function lastIndexOf(bytes: Uint8Array, text: string): number {
  const wanted = strToU8(text);
  let at = bytes.length - wanted.length;
  while (!wanted.every((byte, offset) => bytes[at + offset] === byte)) at -= 1;
  return at;
}

const filled = (bytes: number, letter: string) => new Uint8Array(bytes).fill(letter.charCodeAt(0));

const document = {
  format: 'momokzi-archive',
  version: 1,
  exportedAt: '2026-01-01T00:00:00Z',
  restaurants: [],
  journal: [],
};

test('모먹지의 파일을 연다', async () => {
  const archive = await openArchive(
    await archiveOf({ 'data.json': JSON.stringify(document), 'photos/a.webp': '사진' }),
  );
  expect(archive.document.restaurants).toEqual({ rows: [], unreadable: [] });
  expect(await (await archive.readPhoto('photos/a.webp'))?.text()).toBe('사진');
  expect(await archive.readPhoto('photos/b.webp')).toBeNull();
  await archive.close();
});

test('깊은 배열, 아주 많은 값, 크기를 속인 파일은 다 풀기 전에 거절한다', async () => {
  const brackets = filled(50 * MIB, '[');
  const bomb = new Blob([zipSync({ 'data.json': brackets }, { level: 9 })]);
  expect(bomb.size).toBeLessThan(60_000);
  const flat = strToU8(`{"restaurants":[${'[],'.repeat(3_000_000)}0]}`);
  const deepInText = JSON.stringify({ ...document, restaurants: ['[{'.repeat(10_000)] });
  const hostile = [
    bomb,
    new Blob([zipSync({ 'data.json': flat })]),
    lyingZip({ 'data.json': filled(50 * MIB, ' ') }, 100),
    new Blob([deflateSync(brackets)]),
  ];
  const started = performance.now();
  for (const file of hostile) await expect(openArchive(file)).rejects.toBeInstanceOf(NotAnArchive);
  expect(performance.now() - started).toBeLessThan(20_000);
  // Brackets in a text are not nested values.
  const archive = await openArchive(await archiveOf({ 'data.json': deepInText }));
  expect(archive.document.restaurants.unreadable).toEqual(['']);
});

test('크기를 속인 사진은 남은 것을 풀지 않고 없는 것으로 친다', async () => {
  const archive = await openArchive(
    lyingZip(
      { 'data.json': strToU8(JSON.stringify(document)), 'photos/a.webp': filled(60 * MIB, 'x') },
      1_000,
    ),
  );
  expect(await archive.readPhoto('photos/a.webp')).toBeNull();
});
