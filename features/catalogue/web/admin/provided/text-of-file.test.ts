import { expect, test } from 'vitest';
import { textOfFile } from './text-of-file.ts';

test('UTF-8로 적힌 파일도, 한국어 엑셀이 저장한 CSV도 읽는다', async () => {
  expect(await textOfFile(new Blob(['\uFEFF이름,주소']))).toBe('이름,주소');
  // These bytes are 이름 in Windows code page 949.
  expect(await textOfFile(new Blob([new Uint8Array([0xc0, 0xcc, 0xb8, 0xa7])]))).toBe('이름');
  expect(await textOfFile(new Blob([new Uint8Array([0xff, 0xfe, 0x74, 0xc7])]))).toBeNull();
  // If a text contains NUL, the server refuses the whole request and does not name the row. Therefore the file is
  // refused here.
  expect(await textOfFile(new Blob(['name,address\n\0,x']))).toBeNull();
});
