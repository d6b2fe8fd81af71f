import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { decodeRegister, encodingOf } from './register-text.ts';

/**
 * Returns the 17,048 characters of CP949 with their two-byte codes, in the order of the codes. All 11,172 modern
 * syllables are among them. The characters are read from cp949.txt, which is independent of the decoder under test.
 * Each line contains a code, then the characters of this code and of the following codes. The file was written with the
 * `cp949` codec of CPython 3.11, which is generated from Unicode's CP949.TXT. glibc's `iconv -f CP949` decodes every
 * code to the same character.
 */
function cp949Table(): { code: number; character: string }[] {
  return readFileSync(path.join(import.meta.dirname, 'cp949.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const first = Number.parseInt(line.slice(0, 4), 16);
      return Array.from(line.slice(5)).map((character, index) => ({ code: first + index, character }));
    });
}

const bytesOf = (code: number) => Buffer.from([code >> 8, code & 0xff]);

function decoded(bytes: Buffer, pieceLength = bytes.length || 1): string {
  const decoding = decodeRegister('cp949');
  let text = '';
  for (let at = 0; at < bytes.length; at += pieceLength)
    text += decoding.push(bytes.subarray(at, at + pieceLength));
  return text + decoding.end();
}

test('현대 한글 11,172자를 모두, CP949의 다른 글자도 모두 표와 똑같이 읽는다', () => {
  const table = cp949Table();
  const syllables = Array.from({ length: 11_172 }, (_, at) => String.fromCharCode(0xac00 + at));
  const inTable = new Set(table.map(({ character }) => character));
  expect(syllables.filter((syllable) => !inTable.has(syllable))).toEqual([]);
  expect(table).toHaveLength(17_048);
  expect(table.filter(({ code, character }) => decoded(bytesOf(code)) !== character)).toEqual([]);
});

test('파일이 어디서 나뉘어 읽혀도 글자가 깨지지 않는다', () => {
  const table = cp949Table();
  const bytes = Buffer.concat(table.map(({ code }) => bytesOf(code)));
  const text = table.map(({ character }) => character).join('');
  // The texts are compared with `===`, because a failing `toBe` would print 17,048 characters twice.
  for (const pieceLength of [1, 3, 4095]) expect(decoded(bytes, pieceLength) === text).toBe(true);
});

test('표에 없는 두 바이트는 글자로 읽지 않고, 뒤따르는 쉼표와 줄 끝을 삼키지 않는다', () => {
  const codes = new Set(cp949Table().map(({ code }) => code));
  for (let code = 0x8000; code <= 0xffff; code++) {
    if (!codes.has(code)) expect(decoded(bytesOf(code)), code.toString(16)).toContain('\ufffd');
  }
  expect(decoded(Buffer.from([0xb0, 0x2c, 0x81, 0x0a, 0xb0]))).toBe('\ufffd,\ufffd\n\ufffd');
});

test('머리글로 인코딩을 안다', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-encoding-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'register.csv');
  const found = async (...bytes: Buffer[]) => {
    await writeFile(file, Buffer.concat(bytes));
    return encodingOf(file);
  };
  const badByte = Buffer.from([0xff]);
  // These are the bytes of 이름 in CP949.
  const cp949 = Buffer.from([0xc0, 0xcc, 0xb8, 0xa7]);
  expect(await found(Buffer.from('\ufeff관리번호,사업장명\n집'), badByte)).toBe('utf-8');
  expect(await found(cp949, Buffer.from('\n'))).toBe('cp949');
  expect(await found(cp949)).toBe('cp949');
  expect(await found(Buffer.from(`${'가'.repeat(21_845)}나\n`))).toBe('utf-8');
  expect(await found(Buffer.alloc(0))).toBe('utf-8');
});
