import { rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { signInAsAdmin } from './support/admin.ts';
import { signUp } from './support/member.ts';
import { type OwnProduct, startProduct } from './support/product-under-test.ts';
import { sandboxPages } from './support/sandbox.ts';
import { expect, test } from './support/test.ts';

const port = Number(process.env.E2E_PORT ?? 3210) + 100;
test.use({ baseURL: `http://localhost:${port}`, hasMap: false });
test.describe.configure({ mode: 'serial' });

const portal = () => sandboxPages().licenceRegister;
/** Sets the answer of the portal to all downloads. */
const answerWith = (answer: string) => fetch(`${portal()}/?answer=${answer}`);

let product: OwnProduct;
test.beforeAll(async () => {
  await answerWith('good');
  product = await startProduct({ port, settings: { SANDBOX: 'off', PLACES_REGISTER_URL: portal() } });
});
test.afterAll(() => product?.stop());

test('새로 설치한 곳에서는 예시 장소뿐이라고 말한다', async ({ page }) => {
  await signUp(page);
  await page.goto('/app/add');
  await page.getByRole('combobox').fill('하동관 명동');
  await expect(page.getByText('지금은 예시 장소만 있어요. 운영자가 실제 가게 정보를 등록하면')).toBeVisible();
});

test('관리자가 한 번 눌러 서울을 내려받고, 실패한 이유를 읽고, 회원은 초성으로 찾는다', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/app/admin');
  await page.getByRole('alert').getByRole('link', { name: '실제 장소 내려받기' }).click();
  await expect(page.getByRole('heading', { name: '장소 데이터' })).toBeVisible();

  await answerWith('html');
  await page.getByRole('button', { name: '제주특별자치도 내려받기' }).click();
  const history = page.getByRole('region', { name: '최근 작업' });
  await expect(history).toContainText('파일 대신 웹페이지가 왔어요.', { timeout: 60_000 });
  await expect(history).toContainText('저장돼 있던 장소는 그대로예요.');

  await answerWith('good');
  await page.getByRole('button', { name: '서울특별시 내려받기' }).click();
  const now = page.getByRole('region', { name: '진행 중' });
  await expect(now.getByRole('progressbar')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: '서울특별시 업데이트' })).toBeVisible({ timeout: 90_000 });
  await expect(history.getByRole('listitem').first()).toContainText('완료');
  await expect(page.getByText('지금은 예시 장소만 있어요.')).toBeHidden();

  // A name of the generated register: 초성 of its Hangul letters.
  const name = await nameOfRegister();
  await page.goto('/app/add');
  await page.getByRole('combobox').fill(initialsOf(name));
  await expect(page.getByRole('option').filter({ hasText: name }).first()).toBeVisible();
  await page.getByRole('combobox').fill('예시 없는 이름');
  await expect(page.getByText('지금은 예시 장소만 있어요.')).toBeHidden();
});

test('등록 파일이 아닌 CSV를 올리면 이유를 말하고, 기다리는 것을 멈춘다', async ({ page }) => {
  const file = path.join(os.tmpdir(), `momokzi-upload-${port}.csv`);
  writeFileSync(file, `이름,주소\n${'하동관,서울 중구\n'.repeat(500)}`);
  await signInAsAdmin(page);
  await page.goto('/app/admin/place-data');
  await page.getByLabel('파일로 올리기').setInputFiles(file);
  const history = page.getByRole('region', { name: '최근 작업' });
  await expect(history).toContainText('인허가 파일이 아니거나 파일의 형식이 바뀌었어요.', {
    timeout: 60_000,
  });

  await answerWith('silent');
  await page.getByRole('button', { name: '부산광역시 내려받기' }).click();
  await expect(page.getByText('일반음식점 파일 내려받는 중')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: '부산광역시 멈추기' }).click();
  await expect(history.getByRole('listitem').first()).toContainText('멈춤', { timeout: 30_000 });
  rmSync(file);
});

/** Returns a name of the file that the portal sends for Seoul, read without the product's code. */
async function nameOfRegister(): Promise<string> {
  const headers = { 'user-agent': 'Mozilla/5.0', referer: portal() };
  const page = await fetch(`${portal()}/file/general_restaurants/info`, { headers });
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
  await fetch(`${portal()}/file/validate/download-count`, { headers: { ...headers, cookie } });
  const file = await fetch(`${portal()}/file/download/general_restaurants/info?orgCode=6110000_ALL`, {
    headers: { ...headers, cookie },
  });
  const lines = new TextDecoder('euc-kr').decode(await file.arrayBuffer()).split('\r\n');
  const fields = lines.map((line) => line.split(','));
  const open = fields.find(
    ([, , , status, , , , , name]) => status === '영업/정상' && /^[가-힣]{6,8}$/.test(name ?? ''),
  );
  return open?.[8] ?? '';
}

/** The initial consonants of Hangul syllables, by the Unicode standard: 588 syllables have the same initial. */
const initialsOf = (name: string) =>
  [...name]
    .map(
      (letter) => 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'[Math.floor((letter.charCodeAt(0) - 0xac00) / 588)],
    )
    .join('');
