import { expect, test } from 'vitest';
import { renderMail } from './mail-content.ts';

test('메일의 목록은 첫 줄이 굵고, 따옴표 뒤의 조사는 다음 줄로 떨어지지 않는다', () => {
  const { html, text } = renderMail({
    locale: 'ko',
    content: {
      subject: '새 회차',
      paragraphs: [
        '‘삭제 취소’를 눌러 주세요.',
        '‘맛&멋>’을 지웠어요.',
        { title: '골목 <366회>', text: '5곳' },
      ],
      footnotes: [],
    },
  });
  expect(html).toContain('‘삭제 취<span style="white-space:nowrap">소’를</span> 눌러 주세요.');
  // The span must not begin inside an escaped character, such as `&#62;`.
  expect(html).toContain('‘맛&#38;멋<span style="white-space:nowrap">&#62;’을</span> 지웠어요.');
  expect(html).toContain('<strong>골목 &#60;366회&#62;</strong><br>5곳');
  expect(text).toContain('골목 <366회>\n5곳');
});
