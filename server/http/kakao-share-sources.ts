import type { Settings } from '#server/config.ts';

/**
 * What sharing to KakaoTalk needs of the content security policy; nothing without a key. On a desktop Kakao's SDK sends
 * a form to its picker in a window of its own, on a phone it has the card checked first and then opens the app.
 */
export function kakaoShareSources({ KAKAO_JAVASCRIPT_KEY, KAKAO_SDK_URL }: Settings): {
  script: string[];
  form: string[];
  connect: string[];
} {
  if (!KAKAO_JAVASCRIPT_KEY) return { script: [], form: [], connect: [] };
  const { origin } = new URL(KAKAO_SDK_URL);
  return {
    script: [origin],
    form: [origin, 'https://sharer.kakao.com'],
    connect: [origin, 'https://kapi.kakao.com'],
  };
}
