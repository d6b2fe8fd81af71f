// Replaces the sharing part of Kakao's SDK. Has the same public names as the SDK. Runs in the page.
(function standInForKakaoSdk() {
  const { origin } = new URL(document.currentScript.src);
  let appKey = null;

  /** Checks the settings before anything is opened, like the real SDK. */
  function check({ objectType, content }) {
    if (appKey === null) throw new Error('Call Kakao.init first.');
    if (objectType !== 'feed') throw new Error('The sandbox supports only feeds.');
    for (const field of ['title', 'imageUrl', 'link'])
      if (!content?.[field]) throw new Error(`Parameter "content.${field}" is missing.`);
    for (const address of [content.imageUrl, content.link.webUrl, content.link.mobileWebUrl])
      new URL(address);
  }

  /** Submits a form in a new window, as the SDK does on a desktop. */
  function sendDefault(settings) {
    check(settings);
    const form = document.createElement('form');
    Object.assign(form, {
      method: 'post',
      action: `${origin}/picker/link`,
      target: 'kakao-picker',
      hidden: true,
    });
    for (const [name, value] of Object.entries({ app_key: appKey, template: JSON.stringify(settings) })) {
      const field = document.createElement('input');
      Object.assign(field, { type: 'hidden', name, value });
      form.append(field);
    }
    document.body.append(form);
    window.open('', 'kakao-picker', 'width=450,height=650');
    form.submit();
    form.remove();
  }

  window.Kakao = {
    init: (key) => {
      appKey = key;
    },
    isInitialized: () => appKey !== null,
    Share: { sendDefault },
  };
})();
