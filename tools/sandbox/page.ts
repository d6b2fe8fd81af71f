export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export const testPage = ({ title, body }: { title: string; body: string }): string => `<!doctype html>
<html lang="ko"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>
<style>
:root{color-scheme:light dark;background:Canvas}
body{font:16px/1.6 system-ui,sans-serif;max-width:42rem;margin:0 auto;padding:1.5rem;word-break:keep-all}
.test{background:#ffd24a;color:#161c18;padding:.5rem 1rem;border-radius:.5rem;font-weight:700}
h1{font-size:1.4rem}
button,.button{font:inherit;min-height:44px;padding:.4rem 1rem;border:1px solid #858e84;border-radius:.6rem;background:Canvas;color:CanvasText;cursor:pointer;text-align:left;text-decoration:none;display:inline-block}
button.wide{width:100%;margin:.25rem 0}
input[type=text],input[type=email]{font:inherit;width:100%;min-height:44px;padding:.4rem .7rem;box-sizing:border-box}
label{display:block;margin:.6rem 0}
small{opacity:.75}
table{width:100%;border-collapse:collapse}td,th{text-align:left;padding:.4rem;border-bottom:1px solid #858e8455;vertical-align:top}
iframe{width:100%;min-height:60vh;border:1px solid #858e84;border-radius:.6rem;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
</style></head><body><p class="test">테스트용 화면이에요. 진짜 서비스가 아니에요.</p>${body}</body></html>`;
