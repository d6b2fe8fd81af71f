import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { limitBytes } from './limit-bytes.ts';

const received = async (maximum: number) => {
  const chunks = [];
  for await (const chunk of limitBytes(Readable.from([Buffer.from('가나'), Buffer.from('다')]), maximum))
    chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

test('길이를 밝히지 않은 파일도 정해진 크기까지만 받는다', async () => {
  expect(await received(9)).toBe('가나다');
  await expect(received(8)).rejects.toMatchObject({ code: 'request.too_large' });
});
