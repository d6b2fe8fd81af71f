import { expect, test } from 'vitest';
import { pastedFiles } from './pasted-files.ts';

const clipboard = ({ names, text }: { names: readonly string[]; text: string }) => ({
  files: names.map((name) => new File(['bytes'], name)) as unknown as FileList,
  getData: (type: string) => (type === 'text/plain' ? text : ''),
});

const namesOf = (content: Parameters<typeof clipboard>[0]) =>
  pastedFiles(clipboard(content)).map(({ name }) => name);

test('화면 캡처처럼 글자가 없는 사진은 받는다', () => {
  expect(namesOf({ names: ['image.png'], text: '' })).toEqual(['image.png']);
});

test('표와 문서는 글자 옆에 그림도 넣지만, 글자를 브라우저에 맡긴다', () => {
  expect(namesOf({ names: ['image.png'], text: '이름\t주소\r\n골목집\t솔재로 43\r\n' })).toEqual([]);
});

test('파일을 복사하면 macOS가 이름을 글자로 넣으므로 파일을 받는다', () => {
  const [first, second] = ['골목집.jpg', '메뉴판.png'];
  expect(namesOf({ names: [first], text: first.normalize('NFD') })).toEqual([first]);
  expect(namesOf({ names: [first, second], text: `${first}\r${second}` })).toEqual([first, second]);
});

test('클립보드가 비어 있거나 없으면 받을 것이 없다', () => {
  expect(pastedFiles(null)).toEqual([]);
  expect(namesOf({ names: [], text: '골목집' })).toEqual([]);
});
