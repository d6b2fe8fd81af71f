/*
 * The texts that apps share. They follow the documented formats of the apps and are not derived from the parser.
 */

export type SharedPlace = { name: string; address: string; phoneNumber?: string };

const ID = '5MvUGczc';
export const LINKS = {
  naver: `https://naver.me/${ID}`,
  kakao: `https://kko.to/${ID}`,
  newKakao: `https://kko.kakao.com/${ID}`,
  google: `https://maps.app.goo.gl/${ID}`,
};

type PasteFormat = {
  name: string;
  link: string;
  text: (place: SharedPlace) => string;
  hasAddress: boolean;
};

export const PASTE_FORMATS: readonly PasteFormat[] = [
  {
    name: '네이버지도',
    link: LINKS.naver,
    text: ({ name, address }) => `[네이버지도]\n${name}\n${address} \n${LINKS.naver}`,
    hasAddress: true,
  },
  {
    name: '네이버 지도 (띄어 쓴 이름, CRLF)',
    link: LINKS.naver,
    text: ({ name, address }) => `[네이버 지도]\r\n${name}\r\n${address}\r\n${LINKS.naver}\r\n`,
    hasAddress: true,
  },
  {
    name: '네이버지도, 줄바꿈 없이',
    link: LINKS.naver,
    text: ({ name, address }) => `[네이버지도]${name}${address}${LINKS.naver}`,
    hasAddress: true,
  },
  {
    name: '네이버지도, 줄바꿈 대신 빈칸',
    link: LINKS.naver,
    text: ({ name, address }) => `[네이버지도] ${name} ${address} ${LINKS.naver}`,
    hasAddress: true,
  },
  {
    name: '카카오맵',
    link: LINKS.kakao,
    text: ({ name, address }) => `[카카오맵] ${name}\n${address}\n${LINKS.kakao}`,
    hasAddress: true,
  },
  {
    name: '카카오맵, 새 링크',
    link: LINKS.newKakao,
    text: ({ name, address }) => `[카카오맵] ${name}\n${address}\n${LINKS.newKakao}`,
    hasAddress: true,
  },
  {
    name: '앞뒤에 다른 말',
    link: LINKS.naver,
    text: ({ name, address }) =>
      `여기 어때? 저번에 말한 집이야\n[네이버지도]\n${name}\n${address}\n${LINKS.naver}\n주말에 가보자 ㅋㅋ`,
    hasAddress: true,
  },
  {
    name: '카카오톡에서 내보낸 대화 (PC)',
    link: LINKS.naver,
    text: ({ name, address }) =>
      `모먹지 모임 님과 카카오톡 대화\n저장한 날짜 : 2026-11-20 17:40:11\n\n--------------- 2026년 11월 20일 금요일 ---------------\n` +
      `[민지] [오후 5:38] 여기 가볼까\n[민지] [오후 5:38] [네이버지도]\n${name}\n${address}\n${LINKS.naver}\n[은조] [오후 5:39] 좋아\n`,
    hasAddress: true,
  },
  {
    name: '카카오톡에서 내보낸 대화 (Android)',
    link: LINKS.kakao,
    text: ({ name, address }) =>
      `2026년 11월 20일 오후 5:38\n2026년 11월 20일 오후 5:38, 민지 : [카카오맵] ${name}\n${address}\n${LINKS.kakao}\n2026년 11월 20일 오후 5:39, 은조 : 좋아\n`,
    hasAddress: true,
  },
  {
    name: 'Google 지도',
    link: LINKS.google,
    text: ({ name }) => `${name}\n${LINKS.google}`,
    hasAddress: false,
  },
];
