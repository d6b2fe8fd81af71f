import { expect, test } from './support/test.ts';
import { openChangingProxy } from './support/changing-proxy.ts';
import { waitForWorker } from './support/joint-collection.ts';
import { PLAIN_PAGE, signUp } from './support/member.ts';

/** Links that work once are opened by navigation: the answer of an identity provider, for example. */
test('서비스 워커가 있어도 API의 주소를 한 번 열면 서버에 한 번만 묻는다', async ({ page, baseURL }) => {
  const proxy = await openChangingProxy({ target: baseURL ?? '', port: 0 });
  try {
    await page.goto(proxy.url + PLAIN_PAGE);
    await signUp(page);
    await page.goto(`${proxy.url}/app`);
    await waitForWorker(page);
    const address = '/api/account/providers/google/callback?code=once';
    for (let times = 1; times <= 5; times += 1) {
      await page.goto(proxy.url + address);
      expect(proxy.requested.filter((path) => path === address)).toHaveLength(times);
    }
  } finally {
    await proxy.stop();
  }
});
