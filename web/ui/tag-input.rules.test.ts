import { describe, expect, test } from 'vitest';
import { hasComma, withTags } from './tag-input.rules.ts';

const add = (text: string, value: string[] = []) => withTags({ value, text, maximum: 3, maximumLength: 5 });

describe('태그 입력', () => {
  test('쉼표로 나눈 것은 저마다 태그가 된다', () => {
    expect(add('해장, 새벽，혼밥')).toEqual(['해장', '새벽', '혼밥']);
  });

  test('앞에 붙인 #과 빈칸은 태그가 아니다', () => {
    expect(add(' # 해장 ')).toEqual(['해장']);
    expect(add(' , ,#')).toEqual([]);
  });

  test('같은 태그는 한 번만 담긴다', () => {
    expect(add('해장,해장', ['해장'])).toEqual(['해장']);
  });

  test('긴 것은 자르고, 넘치는 것은 담지 않는다', () => {
    expect(add('아주아주긴태그')).toEqual(['아주아주긴']);
    expect(add('넷', ['하나', '둘', '셋'])).toEqual(['하나', '둘', '셋']);
  });

  test('한 글자의 가운데를 자르지 않는다', () => {
    expect(add('아주아주🍜')).toEqual(['아주아주']);
    expect(add('아주아🍜')).toEqual(['아주아🍜']);
  });

  test('자모로 나뉜 글자도 모아 쓴 글자와 같은 태그다', () => {
    expect(add('\u1112\u1162\u110c\u1161\u11bc', ['해장'])).toEqual(['해장']);
  });

  test('이미 넘쳐 있던 것을 몰래 버리지 않는다', () => {
    expect(add('다섯', ['하나', '둘', '셋', '넷'])).toEqual(['하나', '둘', '셋', '넷']);
  });

  test('전각 쉼표도 쉼표다', () => {
    expect(hasComma('해장，')).toBe(true);
    expect(hasComma('해장')).toBe(false);
  });
});
