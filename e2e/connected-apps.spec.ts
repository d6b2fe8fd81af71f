import { UnauthorizedError } from '@modelcontextprotocol/client';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestApp, callTool } from '../features/account/connected-apps/server/app.test-factory.ts';
import {
  appCode,
  previousAppCode,
} from '../features/account/second-factor/server/authenticator-app.test-factory.ts';
import { violations } from './support/check-screen.ts';
import { signUp } from './support/member.ts';
import { type OwnProduct, startProduct } from './support/product-under-test.ts';
import { expect, originOf, type Page, test } from './support/test.ts';

/*
 * An assistant on this machine connects to the product with the official SDK. It opens the browser, and waits for the
 * answer at an address of its own.
 */

const PORT = Number(process.env.E2E_PORT ?? 3210) + 104;
test.use({ baseURL: `http://localhost:${PORT}`, hasMap: false });
// All stories of this file share one server.
test.describe.configure({ mode: 'default' });

let product: OwnProduct;
let callback: Server;
test.beforeAll(async () => {
  product = await startProduct({ port: PORT, settings: { MCP: 'on' } });
  callback = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end('<h1>이 창을 닫아도 돼요.</h1>');
  });
  await new Promise<void>((resolve) => void callback.listen(0, '127.0.0.1', resolve));
});
test.afterAll(async () => {
  callback?.close();
  await product?.stop();
});

const newApp = () =>
  createTestApp({
    mcpUrl: `${product.url}/mcp`,
    redirectUrl: `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`,
  });

const heading = (page: Page) => page.getByRole('heading', { name: '앱을 연결할까요?' });
const returnedTo = async (page: Page) => {
  await expect(page.getByRole('heading', { name: '이 창을 닫아도 돼요.' })).toBeVisible();
  return page.url();
};

test('AI 도우미를 연결하고, 맛집을 담게 하고, 끊는다', async ({ page }) => {
  const { email } = await signUp(page);
  const app = newApp();
  await page.goto((await app.begin()).href);
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText('‘밥친구’ 앱이 내 모먹지를 쓰고 싶어 해요.')).toBeVisible();
  await expect(page.getByText(/이 기기의 프로그램 \(127\.0\.0\.1:\d+\)/)).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const mayWrite = page.getByRole('checkbox', { name: /맛집 담기/ });
  await expect(mayWrite).not.toBeChecked();
  await mayWrite.check();
  await page.getByRole('button', { name: '연결하기' }).click();
  await app.complete(await returnedTo(page));

  const client = await app.connect();
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  const { candidates } = await callTool(client, 'find_places_to_add', { name: '서리냉면옥' });
  await callTool(client, 'add_place', { placeId: candidates[0].placeId });
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: '서리냉면옥' })).toBeVisible();

  // An expired token: the SDK refreshes it by itself.
  const before = app.stored.tokens?.access_token;
  app.stored.tokens = { ...app.stored.tokens, access_token: 'momokzi-app_expired', token_type: 'Bearer' };
  await (await app.connect()).listTools();
  expect(app.stored.tokens.access_token).not.toBe(before);

  await page.goto('/app/settings/security');
  const section = page.getByRole('region', { name: '연결된 앱' });
  await expect(section.getByText('밥친구', { exact: true })).toBeVisible();
  await expect(section.getByText('읽고 쓰기')).toBeVisible();
  await expect(section.getByText('‘서리냉면옥’ 담기')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await section.getByRole('button', { name: '‘밥친구’ 연결 끊기' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '연결 끊기' }).click();
  await expect(section.getByText('아직 연결한 앱이 없어요.')).toBeVisible();
  // The app can no longer refresh its token, so it would have to ask the member again.
  await expect(client.listTools()).rejects.toThrow(UnauthorizedError);
});

test('로그인하지 않았으면 로그인과 2단계 인증을 거쳐 같은 요청으로 돌아온다', async ({ page, context }) => {
  const member = await signUp(page);
  const post = (method: 'post' | 'put', data: object) =>
    page.request[method]('/api/account/second-factor', { headers: { origin: originOf(page) }, data });
  const { key } = await (await post('post', { password: member.password })).json();
  expect((await post('put', { code: await previousAppCode(key) })).status()).toBe(200);
  await context.clearCookies();

  const app = newApp();
  await page.goto((await app.begin()).href);
  await page.getByLabel('이메일').fill(member.email);
  await page.getByLabel('비밀번호', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await page.getByLabel('인증 코드').fill(appCode(key));
  await page.getByRole('button', { name: '확인' }).click();
  await expect(heading(page)).toBeVisible();
  await page.getByRole('button', { name: '연결하기' }).click();
  await app.complete(await returnedTo(page));
  expect(app.stored.tokens?.scope).toBe('read offline_access');
  await (await app.connect()).listTools();
});

test('거절하면 앱으로 돌아가고, 오래된 요청은 쓸 수 없다고 알린다', async ({ page }) => {
  await signUp(page);
  const app = newApp();
  const url = await app.begin();
  await page.goto(url.href);
  await page.getByRole('button', { name: '거절' }).click();
  expect(new URL(await returnedTo(page)).searchParams.get('error')).toBe('access_denied');

  for (const path of ['/app/connect', '/app/connect?request=client_id%3Dnobody']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: '이 연결 요청은 쓸 수 없어요' })).toBeVisible();
  }
  url.searchParams.set('redirect_uri', 'https://evil.example/');
  await page.goto(url.href);
  await expect(page.getByRole('heading', { name: '이 연결 요청은 쓸 수 없어요' })).toBeVisible();
});
