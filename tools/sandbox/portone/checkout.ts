import { readFileSync } from 'node:fs';
import path from 'node:path';
import { escapeHtml, testPage } from '../page.ts';
import type { BrowserAnswer, Outcome } from './payment-operations.ts';
import type { Attempt, PaymentRequest } from './payments.ts';

const SCRIPT = readFileSync(path.join(import.meta.dirname, 'portone.browser.js'), 'utf8');

/** The script that replaces the one of `@portone/browser-sdk`. */
export const browserScript = (settings: { origin: string }): string =>
  `${SCRIPT}\nstandInForPortOne(${JSON.stringify(settings)});`;

const ENDINGS: readonly { outcome: Outcome; label: string; hint: string }[] = [
  { outcome: 'paid', label: '결제하기', hint: '바로 결제돼요.' },
  { outcome: 'pending', label: '늦게 확정', hint: '승인을 기다리다가 조금 뒤에 결제돼요.' },
  {
    outcome: 'unreturned',
    label: '결제는 되었지만 돌아오지 않기',
    hint: '결제한 뒤 인터넷이 끊긴 것처럼 굴어요.',
  },
  { outcome: 'failed', label: '실패 (카드 한도 초과)', hint: '카드사가 거절해요.' },
  { outcome: 'cancelled', label: '취소', hint: '결제하지 않고 취소해요.' },
  { outcome: 'closed', label: '창 닫기', hint: '아무것도 하지 않고 창만 닫아요.' },
];

export function checkoutPage({ attempt, address }: { attempt: Attempt; address: string }): string {
  const { orderName, payMethod, customer, paymentId } = attempt.request;
  const rows = [
    ['상품', orderName],
    ['결제 수단', payMethod === 'EASY_PAY' ? '카카오페이' : '카드'],
    ['주문자', customer?.fullName ?? customer?.email ?? '없음'],
    ['결제 번호', paymentId],
  ];
  return testPage({
    title: '테스트 결제',
    body: `<h1>테스트 결제</h1>
<p><b style="font-size:1.8rem">${won(attempt.request)}</b><br><small>돈은 나가지 않아요.</small></p>
<table>${rows.map(([name = '', value = '']) => `<tr><th>${name}<td style="overflow-wrap:anywhere">${escapeHtml(value)}</tr>`).join('')}</table>
<form method="post" action="${escapeHtml(address)}">
${ENDINGS.map(({ outcome, label, hint }) => `<button class="wide" name="outcome" value="${outcome}"><b>${label}</b><br><small>${hint}</small></button>`).join('')}
</form>`,
  });
}

/** The page of a payment window that never returns although the payment succeeded, as after a lost connection. */
export const unreturnedPage = (): string =>
  testPage({
    title: '테스트 결제',
    body: `<h1>연결이 끊긴 것처럼 멈췄어요</h1>
<p>결제는 되었어요. 앱으로는 알리지 않았으니 이 창은 스스로 닫히지 않아요.</p>
<p>탭을 닫거나 새로고침해서 앱을 다시 열어 보세요.</p>`,
  });

export const messagePage = ({ answer, origin }: { answer: object; origin: string }): string =>
  `<!doctype html><meta charset="utf-8"><title>테스트 결제</title><script>parent.postMessage(${inScript(answer)},${inScript(origin)})</script>`;

export function returnAddress(redirectUrl: string, { paymentId, ...answer }: BrowserAnswer): string {
  const back = new URL(redirectUrl);
  back.searchParams.set('paymentId', paymentId);
  for (const name of ['code', 'message', 'pgCode', 'pgMessage'] as const)
    if (answer[name] !== undefined) back.searchParams.set(name, answer[name]);
  return back.href;
}

export const won = ({ totalAmount, currency }: Pick<PaymentRequest, 'totalAmount' | 'currency'>): string => {
  const unit = currency.replace(/^CURRENCY_/, '');
  return unit === 'KRW'
    ? `${totalAmount.toLocaleString('ko-KR')}원`
    : `${totalAmount / 100} ${escapeHtml(unit)}`;
};

const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
