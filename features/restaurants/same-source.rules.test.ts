import { describe, expect, test } from 'vitest';
import { placesOfSource, sourceLinkOf } from './same-source.rules.ts';

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

describe('메모의 링크가 가리키는 것', () => {
  test.each([
    ['성수동 국수 · https://youtu.be/dQw4w9WgXcQ?t=83', VIDEO],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m23s&list=PL1', VIDEO],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ?si=abc', VIDEO],
    ['https://www.youtube.com/live/dQw4w9WgXcQ', VIDEO],
    ['https://m.blog.naver.com/matzip/223456789012', 'https://blog.naver.com/matzip/223456789012'],
    [
      'https://blog.naver.com/PostView.naver?blogId=matzip&logNo=223456789012',
      'https://blog.naver.com/matzip/223456789012',
    ],
    ['글 · https://www.example.com/a/?utm_source=x&id=3#top', 'https://example.com/a?id=3'],
    ['https://www.tiktok.com/@a/video/1?lang=ko', 'https://tiktok.com/@a/video/1'],
    // A channel and a list of videos are not one video.
    ['https://www.youtube.com/@channel', 'https://youtube.com/@channel'],
    ['친구가 알려 줌', null],
    ['http://example.com/a', null],
    ['', null],
  ])('%s', (memo, url) => expect(sourceLinkOf(memo)?.url ?? null).toBe(url));

  test('영상과 글을 가린다', () => {
    expect(sourceLinkOf('https://youtu.be/dQw4w9WgXcQ')?.isVideo).toBe(true);
    expect(sourceLinkOf('https://www.tiktok.com/@a/video/1')?.isVideo).toBe(true);
    expect(sourceLinkOf('https://blog.naver.com/matzip/1')?.isVideo).toBe(false);
  });
});

describe('같은 곳에서 본 맛집', () => {
  const place = (id: string, sourceMemo: string) => ({ id, sourceMemo });

  test('초가 달라도 같은 영상이다', () => {
    const [first, second] = [
      place('1', '국수 · https://youtu.be/dQw4w9WgXcQ?t=10'),
      place('2', '국수 · https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90'),
    ];
    const other = place('3', '국수 · https://youtu.be/aaaaaaaaaaa');
    expect(placesOfSource([first, second, other, place('4', '')], first.sourceMemo)).toEqual([first, second]);
  });

  test('링크가 없는 메모는 아무것도 묶지 않는다', () => {
    expect(placesOfSource([place('1', '친구'), place('2', '친구')], '친구')).toEqual([]);
  });
});
