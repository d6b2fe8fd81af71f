import type { Settings } from '#server/config.ts';

/**
 * Returns the sources of Kakao's SDK for the content security policy.
 * On a desktop, the SDK submits a form to Kakao's page for choosing a chat, which opens in a new window.
 * On a phone, the SDK first validates the card and then opens the app.
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
