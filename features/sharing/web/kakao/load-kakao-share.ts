import type { KakaoShare } from '#features/site/site.contract.ts';
import { createScriptLoader } from '#web/browser/vendor-script.ts';

type Link = { mobileWebUrl: string; webUrl: string };

type KakaoSdk = {
  isInitialized: () => boolean;
  init: (key: string) => void;
  Share: {
    sendDefault: (card: {
      objectType: 'feed';
      content: { title: string; description: string; imageUrl: string; link: Link };
      buttons: { title: string; link: Link }[];
    }) => void;
  };
};

declare global {
  interface Window {
    Kakao?: KakaoSdk;
  }
}

/** Loads the Kakao SDK. @throws Error if the SDK does not load in time or fails the integrity check */
export async function loadKakaoShare({ key, scriptUrl, integrity }: KakaoShare): Promise<KakaoSdk['Share']> {
  await runScript(scriptUrl, { integrity });
  if (!window.Kakao) throw new Error('The Kakao SDK did not initialise.');
  if (!window.Kakao.isInitialized()) window.Kakao.init(key);
  return window.Kakao.Share;
}

const runScript = createScriptLoader(
  (script) =>
    new Promise<void>((resolve) => {
      script.addEventListener('load', () => resolve());
    }),
);
