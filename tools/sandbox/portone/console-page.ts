import { escapeHtml, testPage } from '../page.ts';
import { won } from './checkout.ts';
import type { PaymentOperations } from './payment-operations.ts';
import { cancelledOf, type Payment, statusOf } from './payments.ts';

const STATUS_NAMES: Record<string, string> = {
  READY: '창을 열었음',
  PAY_PENDING: '승인 대기',
  PAID: '결제됨',
  FAILED: '실패',
  PARTIAL_CANCELLED: '부분 취소',
  CANCELLED: '취소됨',
};

export function consolePage(operations: PaymentOperations): string {
  const payments = [...operations.payments.values()].filter(({ attempts }) => attempts.length > 0).reverse();
  return testPage({
    title: '테스트 결제',
    body: `<h1>테스트 결제 (${payments.length})</h1>
<p>포트원 콘솔처럼 취소하고, 웹훅을 다시 보내요. 돈은 오가지 않아요.</p>
${payments.length === 0 ? '<p>아직 결제가 없어요.</p>' : payments.map((payment) => card({ payment, operations })).join('')}
<form method="post" action="/sandbox/hurry"><button>기다리는 일을 지금 모두 하기</button></form>`,
  });
}

function card({ payment, operations }: { payment: Payment; operations: PaymentOperations }): string {
  const attempt = operations.lookUp(payment.id)?.attempt;
  if (!attempt) return '';
  const status = statusOf(payment, attempt);
  const cancelled = cancelledOf(payment);
  const button = (action: string, label: string, more = '') =>
    `<form method="post" action="/sandbox/console" style="display:inline-block;margin:.2rem"><input type="hidden" name="paymentId" value="${escapeHtml(payment.id)}"><input type="hidden" name="action" value="${action}">${more}<button>${label}</button></form>`;
  const half = Math.floor((attempt.request.totalAmount - cancelled) / 2);
  const isPaid = status === 'PAID' || status === 'PARTIAL_CANCELLED';
  const isDisputed = payment.disputes.some((dispute) => dispute.status === 'UNRESOLVED');
  return `<section aria-label="${escapeHtml(payment.id)}"><h2 style="font-size:1rem;overflow-wrap:anywhere">${escapeHtml(payment.id)}</h2>
<p><b>${STATUS_NAMES[status] ?? status}</b> · ${won(attempt.request)}${cancelled > 0 ? ` · ${cancelled.toLocaleString('ko-KR')}원 취소` : ''}${isDisputed ? ' · 분쟁 중' : ''}<br><small>${escapeHtml(attempt.request.orderName)} · 시도 ${payment.attempts.length}번</small></p>
${isPaid ? button('cancel', '전액 취소') : ''}
${isPaid && half > 0 ? button('cancel', `${half.toLocaleString('ko-KR')}원 취소`, `<input type="hidden" name="amount" value="${half}">`) : ''}
${status === 'PAY_PENDING' ? button('confirm', '승인하기') + button('refuse', '거절하기') : ''}
${isPaid && !isDisputed ? button('dispute', '분쟁 걸기') : ''}
${isDisputed ? button('resolve', '분쟁 풀기') : ''}
${button('resend', '웹훅 다시 보내기')}</section>`;
}
