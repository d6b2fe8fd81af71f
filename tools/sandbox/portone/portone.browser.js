// Replaces https://cdn.portone.io/v2/browser-sdk.js. checkout.ts serves this script with its settings. The script talks
// to the sandbox only through frames. Therefore the content security policy of a page needs only script-src and
// frame-src for it.
globalThis.standInForPortOne = ({ origin }) => {
  const isPhone = navigator.userAgentData?.mobile ?? /Android|iPhone|iPad|Mobile/.test(navigator.userAgent);

  function ask({ address, isShown }) {
    const frame = document.createElement('iframe');
    frame.title = '테스트 결제';
    frame.src = address;
    frame.hidden = !isShown;
    if (isShown) {
      Object.assign(frame.style, {
        position: 'fixed',
        inset: '0',
        width: '100%',
        height: '100%',
        border: '0',
        zIndex: '2147483647',
      });
    }
    // A modal dialog makes everything outside it inert. Therefore the window is placed in the topmost dialog.
    const dialogs = document.querySelectorAll('dialog:modal');
    (dialogs[dialogs.length - 1] ?? document.body).append(frame);
    if (isShown) frame.focus();
    return new Promise((resolve) => {
      addEventListener('message', function onMessage({ source, origin: from, data }) {
        if (source !== frame.contentWindow || from !== origin) return;
        removeEventListener('message', onMessage);
        frame.remove();
        resolve(data);
      });
    });
  }

  async function requestPayment(request) {
    const windowType = isPhone
      ? (request.windowType?.mobile ?? 'REDIRECTION')
      : (request.windowType?.pc ?? 'IFRAME');
    const isRedirected = windowType === 'REDIRECTION';
    const answerTo = { paymentId: request.paymentId, txId: '', transactionType: 'PAYMENT' };
    if (isRedirected && !/^https?:\/\//.test(request.redirectUrl ?? ''))
      return { ...answerTo, code: 'BadRequest', message: 'redirectUrl이 필요합니다.' };

    const asked = new URLSearchParams({ request: JSON.stringify(request), origin: location.origin });
    const opened = await ask({ address: `${origin}/checkout?${asked.toString()}`, isShown: false });
    if (opened.code) return { ...answerTo, ...opened };

    const page = new URLSearchParams({ origin: location.origin, window: isRedirected ? 'page' : 'frame' });
    const address = `${origin}/checkout/${opened.txId}?${page.toString()}`;
    if (isRedirected) {
      location.assign(address);
      return new Promise(() => {});
    }
    const answer = await ask({ address, isShown: true });
    if (!request.forceRedirect || !request.redirectUrl) return answer;
    const back = new URL(request.redirectUrl);
    const answered = ['paymentId', 'code', 'message', 'pgCode', 'pgMessage'];
    for (const name of answered) if (answer[name]) back.searchParams.set(name, answer[name]);
    location.assign(back);
    return new Promise(() => {});
  }

  window.PortOne = { requestPayment };
};
