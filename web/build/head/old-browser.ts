/*
 * Shows "브라우저를 업데이트해 주세요" in unsupported browsers, even if they cannot parse the application's scripts. The script must
 * run in browsers of any age, so it uses only old features. It sets styles through the DOM, because browsers before
 * 2022 do not support Tailwind's @layer.
 */

type Texts = { title: string; text: string; close: string };
/** The texts of the message, which build/head-script.ts inserts. */
declare const UPDATE_TEXTS: { ko: Texts; en: Texts };

if (!isSupported()) whenReady(showNotice);
// A syntax error in one of our files means that the browser does not support the syntax.
addEventListener('error', (event) => {
  const isSyntax = event.error instanceof SyntaxError && event.filename.indexOf('/assets/') !== -1;
  if (isSyntax) whenReady(showNotice);
});

/**
 * Whether the browser is supported. The check uses features that the oldest supported versions have: `dvh` (Chrome
 * 108), `CompressionStream` (Firefox 113) and lookbehind (Safari 16.4).
 */
function isSupported(): boolean {
  try {
    new RegExp('(?<=a)b');
    return (
      'noModule' in HTMLScriptElement.prototype &&
      'CompressionStream' in window &&
      CSS.supports('height', '1dvh')
    );
  } catch {
    return false;
  }
}

function whenReady(act: () => void): void {
  if (document.body) act();
  else document.addEventListener('DOMContentLoaded', act);
}

function showNotice(): void {
  if (document.getElementById('old-browser')) return;
  const texts = document.documentElement.lang === 'en' ? UPDATE_TEXTS.en : UPDATE_TEXTS.ko;
  const notice = document.createElement('div');
  notice.id = 'old-browser';
  notice.setAttribute('role', 'alert');
  notice.style.cssText =
    'position:fixed;top:0;left:0;right:0;z-index:1000;padding:16px 20px;background:#1b211d;color:#fff;font:16px/1.5 sans-serif;word-break:keep-all';
  notice.appendChild(line({ element: 'strong', text: texts.title }));
  notice.appendChild(line({ element: 'p', text: texts.text }));
  const close = line({ element: 'button', text: texts.close });
  close.style.cssText =
    'margin-top:8px;min-height:44px;padding:0 16px;border:1px solid #fff;border-radius:12px;background:none;color:#fff;font:inherit';
  close.onclick = () => document.body.removeChild(notice);
  notice.appendChild(close);
  document.body.appendChild(notice);
}

function line({ element, text }: { element: string; text: string }): HTMLElement {
  const made = document.createElement(element);
  made.style.margin = '0';
  made.appendChild(document.createTextNode(text));
  return made;
}
