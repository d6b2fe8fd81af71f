import { expect, test } from './support/test.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { signUp } from './support/member.ts';

const DOCUMENTS = [
  ['/terms-of-service', '이용약관', '1.4판 · 2026년 12월 7일', '제1조 목적'],
  ['/privacy-policy', '개인정보 처리방침', '1.10판 · 2026년 12월 29일', '1. 처리하는 개인정보와 목적'],
  ['/refund-policy', '환불정책', '1.1판 · 2026년 12월 7일', '1. 이용권'],
] as const;

test.describe('스크립트가 없어도', () => {
  test.use({ javaScriptEnabled: false });

  test('약관과 정책을 차례로 찾아 읽고, 질문을 펼친다', async ({ page }) => {
    for (const [address, title, version, first] of DOCUMENTS) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByText('변호사 검토가 필요한 초안')).toBeVisible();
      await expect(page.getByText(`${version}부터 시행`)).toBeVisible();
      await page.getByRole('navigation', { name: '목차' }).getByRole('link', { name: first }).click();
      await expect(page.getByRole('heading', { level: 2, name: first })).toBeInViewport();
    }
    await page.goto('/faq');
    await expect(page.getByRole('searchbox')).toBeHidden();
    const answer = page.getByText('한 번 결제하면 1년 뒤에 끝나요');
    await expect(answer).toBeHidden();
    await page.getByText('자동으로 다시 결제되나요?').click();
    await expect(answer).toBeVisible();
  });
});

test('질문을 초성으로 찾고, 찾은 말이 보이고, 없으면 물어볼 수 있다', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  await page.goto('/faq#renewal');
  await expect(page.getByText('한 번 결제하면 1년 뒤에 끝나요')).toBeVisible();

  const search = page.getByRole('searchbox', { name: '질문에서 찾기' });
  await search.pressSequentially('ㅂㅁㅂㅎ');
  await expect(page.getByRole('status')).toHaveText(/질문 \d+개를 찾았어요/);
  await expect(page.getByText('비밀번호를 잊었어요.')).toBeVisible();
  await expect(page.locator('mark', { hasText: '비밀번호' }).first()).toBeVisible();
  await expect(page.getByText('만 14세 미만도 가입할 수 있나요?')).toBeHidden();

  await search.fill('우주여행');
  await expect(page.getByText('검색 결과가 없어요')).toBeVisible();
  await expect(page.getByRole('link', { name: '메일로 문의하기' })).toHaveAttribute('href', /^mailto:/);
  await search.fill('');
  await expect(page.getByText('만 14세 미만도 가입할 수 있나요?')).toBeVisible();
  expect(refused).toEqual([]);
});

test('영어로도 읽고, 한국어가 앞선다고 적혀 있다', async ({ page }) => {
  for (const [address] of DOCUMENTS) {
    await page.goto(`${address}?lang=en`);
    await expect(page.getByText('Draft: needs review by a lawyer')).toBeVisible();
    await expect(page.getByText('the Korean document prevails')).toBeVisible();
  }
});

test('회원도 같은 질문을 찾고, 회사와 소프트웨어를 안다', async ({ page }) => {
  await signUp(page);
  await page.goto('/app/faq#leave');
  await expect(page.getByText('7일 뒤에 계정과 기록이 삭제돼요')).toBeVisible();
  await page.getByRole('searchbox', { name: '질문에서 찾기' }).fill('ㅎㅂ');
  await expect(page.getByText('환불받을 수 있나요?')).toBeVisible();
  await expect(page.getByText('어떻게 가입하나요?')).toBeHidden();

  await page.goto('/app/about');
  await expect(page.getByText('help@momokzi.example')).toBeVisible();
  await expect(page.getByText(/버전 \d+\.\d+\.\d+/)).toBeVisible();
  await expect(page.getByText('평일 09:00~17:00 (주말·공휴일 휴무)')).toBeVisible();
  const list = await page.request.get('/open-source.txt');
  expect([list.status(), list.headers()['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  // Only the code of workers contains the last two packages.
  for (const name of ['maplibre-gl', 'tesseract.js-core', 'fflate']) {
    expect(await list.text()).toContain(`## ${name} - `);
  }
});

test('긴 글은 앱의 파일에 들어 있지 않다', () => {
  const holding = (words: string) =>
    readdirSync('dist/web/assets').filter(
      (file) => file.endsWith('.js') && readFileSync(`dist/web/assets/${file}`, 'utf8').includes(words),
    );
  expect(holding('전자거래분쟁조정위원회')).toEqual([]);
  // The texts of the questions are in one script, which only /app/faq loads.
  expect(holding('만 14세 미만도 가입할 수 있나요?')).toHaveLength(1);
});
