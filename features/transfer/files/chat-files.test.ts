import { expect, test } from 'vitest';
import { IMPORT_ROWS_MAXIMUM } from '#features/transfer/imports.contract.ts';
import type { FileSource } from './file-place.ts';
import { readFiles } from './read-files.ts';
import { fileOf, nodeCp949, zipOf } from './read-files.test-factory.ts';

const read = (file: FileSource) => readFiles({ limit: IMPORT_ROWS_MAXIMUM, files: [file], cp949: nodeCp949 });

/** Exported chats of KakaoTalk. Each contains the same two places and one message without a place. */
const CHATS: [device: string, name: string, text: string][] = [
  [
    'Mac',
    'KakaoTalk_Chat_맛집_2026-11-20.csv',
    '\ufeffDate,User,Message\r\n2026-11-20 17:38:01,"민지","[네이버지도]\r\n온달국수\r\n서울 성동구 연무장길 45\r\nhttps://naver.me/abcdEFG1"\r\n' +
      '2026-11-20 17:38:30,"은조:)","좋다, ""정말"""\r\n2026-11-20 17:39:00,"민지","달빛식당 서울 마포구 양화로 12-3"\r\n',
  ],
  [
    'Mac, 따옴표가 많은 머리줄',
    'KakaoTalk_mac.csv',
    '"Date","User","Message"\n"2026-11-20 17:38:01","민지","[카카오맵] 온달국수\n서울 성동구 연무장길 45\nhttps://kko.kakao.com/abcdEFG1"\n' +
      '"2026-11-20 17:38:30","은조","좋다, ""정말"""\n"2026-11-20 17:39:00","민지","달빛식당 서울 마포구 양화로 12-3"',
  ],
  [
    'Windows',
    'KakaoTalk_20261120.txt',
    '맛집 님과 카카오톡 대화\r\n저장한 날짜 : 2026-11-20 17:40:11\r\n\r\n--------------- 2026년 11월 20일 금요일 ---------------\r\n' +
      '은조님이 들어왔습니다.\r\n[민지] [오후 5:38] [네이버지도]\r\n온달국수\r\n서울 성동구 연무장길 45\r\nhttps://naver.me/abcdEFG1\r\n' +
      '[은조:)] [오후 5:39] 좋다, "정말"\r\n[민지] [오후 5:39] 이모티콘\r\n[민지] [오후 5:40] 달빛식당 서울 마포구 양화로 12-3\r\n',
  ],
  [
    'Windows, 영어',
    'KakaoTalk_20261120_en.txt',
    'KakaoTalk Chats with 맛집\nDate Saved : 2026-11-20 17:40:11\n\n--------------- Friday, November 20, 2026 ---------------\n' +
      '[민지] [5:38 PM] [NAVER Map]\n온달국수\n서울 성동구 연무장길 45\nhttps://naver.me/abcdEFG1\n' +
      '[은조] [5:39 PM] 좋다, "정말"\n[민지] [5:39 PM] Photo\n[민지] [5:40 PM] 달빛식당 서울 마포구 양화로 12-3\n',
  ],
  [
    'Android',
    'KakaoTalkChats.txt',
    '맛집 5 님과 카카오톡 대화\n저장한 날짜 : 2026년 11월 20일 오후 5:45\n\n2026년 11월 20일 오후 5:38\n' +
      '2026년 11월 20일 오후 5:38, 민지 : [카카오맵] 온달국수\n서울 성동구 연무장길 45\nhttps://kko.to/abcdEFG1\n' +
      '2026년 11월 20일 오후 5:39, 은조:) : 좋다, "정말"\n2026년 11월 20일 오후 5:40, 은조:)님이 나갔습니다.\n' +
      '2026년 11월 20일 오후 5:41, 민지 : 달빛식당 서울 마포구 양화로 12-3\n',
  ],
  [
    'iPhone',
    'Talk_2026.11.20.txt',
    '맛집 님과 카카오톡 대화\n저장한 날짜 : 2026. 11. 20. 오후 5:45\n\n2026년 11월 20일 금요일\n' +
      '2026. 11. 20. 오후 5:38, 민지 : [네이버 지도]\n온달국수\n서울 성동구 연무장길 45\nhttps://naver.me/abcdEFG1\n' +
      '2026. 11. 20. 오후 5:39, 은조 : 좋다, "정말"\n2026. 11. 20. 오후 5:41, 민지 : 달빛식당 서울 마포구 양화로 12-3\n',
  ],
  [
    '영어 휴대전화, 2023년',
    'KakaoTalkChats.txt',
    'KakaoTalk Chats with 맛집\nDate Saved : November 20, 2026 at 5:45 PM\n\nFriday, November 20, 2026\n' +
      'November 20, 2026 at 5:38 PM, 민지 : [KakaoMap] 온달국수\n서울 성동구 연무장길 45\nhttps://kko.to/abcdEFG1\n' +
      'November 20, 2026 at 5:39 PM, 은조:) : 좋다, "정말"\nNovember 20, 2026 at 5:40 PM, 은조:) left this chatroom.\n' +
      'November 20, 2026 at 5:41\u202fPM, 민지 : 달빛식당 서울 마포구 양화로 12-3\n',
  ],
  [
    '영어 휴대전화, 2018년',
    'KakaoTalkChats.txt',
    'KakaoTalk Chats with 맛집\nDate Saved : Nov 20, 2018, 5:45 PM\n\nNov 20, 2018, 5:38 PM\n' +
      'Nov 20, 2018, 5:38 PM, 민지 : [NAVER Map]\n온달국수\n서울 성동구 연무장길 45\nhttps://naver.me/abcdEFG1\n' +
      'Nov 20, 2018, 5:39 PM, 은조 : 좋다, "정말"\nNov 20, 2018, 5:41 PM, 민지 : 달빛식당 서울 마포구 양화로 12-3\n',
  ],
];

const EXPECTED = {
  places: [
    { name: '온달국수', address: '서울 성동구 연무장길 45', link: expect.stringContaining('abcdEFG1') },
    { name: '달빛식당', address: '서울 마포구 양화로 12-3', link: '' },
  ],
  skipped: [],
  skippedCount: 0,
  conversationCount: 1,
  problems: [],
  unknownTables: [],
};

test.each(CHATS)('카카오톡 대화 파일: %s', async (_, name, text) => {
  expect(await read(fileOf(name, text))).toMatchObject(EXPECTED);
});

/** Lines of a chat, and the places and lines that a person expects to see. */
const CONVERSATIONS: [what: string, lines: string[], places: string[], skipped: string[], others: number][] =
  [
    [
      '이름 다음 말에 주소: 같은 사람이면 한 곳',
      [
        '[민지] [오후 5:38] 온달국수',
        '[민지] [오후 5:38] 서울 성동구 연무장길 45',
        '[은조] [오후 5:39] 달빛식당',
        '[민지] [오후 5:40] 서울 마포구 양화로 12-3',
        '[민지] [오후 5:41] 여기 어때?',
        '[민지] [오후 5:42] 별빛분식 서울 중구 을지로 157 1층',
      ],
      [
        '온달국수 | 서울 성동구 연무장길 45',
        ' | 서울 마포구 양화로 12-3',
        '별빛분식 | 서울 중구 을지로 157 1층',
      ],
      [],
      2,
    ],
    [
      '이름 다음 말에 지도 링크',
      [
        '2026년 11월 20일 오후 5:38, 민지 : 온달국수',
        '2026년 11월 20일 오후 5:38, 민지 : https://naver.me/abcdEFG1',
        '2026년 11월 20일 오후 5:39, 은조 : 오 가자',
        '2026년 11월 20일 오후 5:39, 은조 : https://kko.to/abcdEFG2',
      ],
      ['온달국수 | ', ' | '],
      [],
      1,
    ],
    [
      '📍이 붙은 이름만 찾을 줄로 남는다',
      [
        '[민지] [오후 5:38] 📍온달국수',
        '[은조] [오후 5:39] ㅋㅋㅋ 거기 3번 갔어',
        '[은조] [오후 5:40] 내일 7시 2번 출구',
        '[민지] [오후 5:41] https://youtu.be/abc',
        '[민지] [오후 5:42] 달빛식당 서울 마포구 양화로 12-3',
      ],
      ['달빛식당 | 서울 마포구 양화로 12-3'],
      ['📍온달국수'],
      3,
    ],
    [
      '맥의 대화: 두 말에 나누어 적은 곳',
      [
        'Date,User,Message',
        '2026-11-20 17:38:01,"민지","온달국수"',
        '2026-11-20 17:38:09,"민지","서울 성동구 연무장길 45"',
        '2026-11-20 17:39:00,"은조","내일 봐"',
      ],
      ['온달국수 | 서울 성동구 연무장길 45'],
      [],
      1,
    ],
    [
      '시스템 줄과 여러 줄 말',
      [
        '맛집 님과 카카오톡 대화',
        '저장한 날짜 : 2026-11-20 17:40:11',
        '--------------- 2026년 11월 20일 금요일 ---------------',
        '민지님이 은조님을 초대하였습니다.',
        '[민지] [오전 9:01] 주말 후보!',
        '온달국수 - 서울 성동구 연무장길 45',
        '달빛식당 - 서울 마포구 양화로 12-3',
        '[은조] [오전 9:02] 둘 다 좋아',
        '다음 주에 가자',
        '[은조] [오전 9:03] 파일: 메뉴판.pdf',
      ],
      ['온달국수 | 서울 성동구 연무장길 45', '달빛식당 | 서울 마포구 양화로 12-3'],
      [],
      3,
    ],
  ];

test.each(CONVERSATIONS)('대화: %s', async (_, lines, places, skipped, others) => {
  const found = await read(fileOf('KakaoTalk.txt', lines.join('\r\n')));
  expect(found.places.map(({ name, address }) => `${name} | ${address}`)).toEqual(places);
  expect(found.skipped.map(({ label }) => label)).toEqual(skipped);
  expect(found.conversationCount).toBe(others);
});

test('ZIP 안의 Mac 대화 파일', async () => {
  const [[, name, text] = ['', '', '']] = CHATS;
  expect(await read(fileOf('대화.zip', zipOf({ [name]: text })))).toMatchObject(EXPECTED);
});
