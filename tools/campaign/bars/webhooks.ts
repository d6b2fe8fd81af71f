import { setTimeout as sleep } from 'node:timers/promises';
import { type Portone, startPortone } from '../../sandbox/portone/portone.ts';
import type { Bar } from '../bar.ts';
import { type Person, type Product, until } from '../product.ts';

const DUPLICATES = 50;

export const webhooks: Bar = {
  number: 15,
  name: 'webhooks',
  claim:
    'a payment has exactly one effect, whatever webhooks arrive; forged webhooks have no effect; the amount is read from the payment service',
  check: `PortOne's sandbox: forged, altered, unsigned and old webhooks; ${DUPLICATES} webhooks at once; webhooks in reverse order; a payment with a wrong amount`,
  control: 'a genuine webhook, and a second payment',
  run: async ({ start, after, port }) => {
    let target = '';
    const portone = await startPortone({ port, webhookUrl: () => target });
    after(portone.close);
    const product = await start({
      environment: {
        PORTONE_API_URL: portone.url,
        PORTONE_BROWSER_SDK_URL: portone.scriptUrl,
        PORTONE_STORE_ID: portone.storeId,
        PORTONE_CHANNEL_KEY: portone.channelKeys.card,
        PORTONE_KAKAOPAY_CHANNEL_KEY: portone.channelKeys.kakaopay,
        PORTONE_API_SECRET: portone.apiSecret,
        PORTONE_WEBHOOK_SECRET: portone.webhookSecrets.join(','),
        PORTONE_TEST_CHANNELS: 'allowed',
      },
    });
    target = `${product.url}/api/portone/webhook`;
    const faults: string[] = [];
    const years = async ({ uid }: Person) => {
      const [row] = await product.query<{ end: Date | null }>(
        'select paid_tier_expires_at as end from memberships where user_id = $1',
        [uid],
      );
      return row?.end ? Math.round((row.end.getTime() - Date.now()) / (365 * 86_400_000)) : 0;
    };
    const grants = async (paymentId: string) =>
      (
        await product.query<{ count: number }>(
          `select count(*)::int as count from payment_events where payment_id = $1 and to_state = 'paid'`,
          [paymentId],
        )
      )[0]?.count;

    for (const mode of ['forged', 'altered', 'unsigned', 'old'] as const) {
      const payer = await product.member();
      portone.set({ webhooks: mode });
      await pay(product, portone, payer);
      await sleep(500);
      if ((await years(payer)) !== 0) faults.push(`${mode}: granted`);
      const answers = portone.webhooks().at(-1)?.answers ?? [];
      if (!answers.includes(400)) faults.push(`${mode}: ${answers.join(', ')}`);
      portone.resetFaults();
    }

    const many = await product.member();
    const paymentId = await pay(product, portone, many);
    await Promise.all(Array.from({ length: DUPLICATES }, () => portone.console('resend', paymentId)));
    await portone.quiet();
    await until(async () => (await years(many)) === 1, 15);
    await sleep(1_000);
    const oneYear = await years(many);
    if (oneYear !== 1) faults.push(`${DUPLICATES} webhooks: ${oneYear} years`);
    const granted = await grants(paymentId);
    if (granted !== 1) faults.push(`${DUPLICATES} webhooks: ${granted} grants`);

    const reordered = await product.member();
    portone.set({ webhooks: 'held' });
    const cancelled = await pay(product, portone, reordered);
    await portone.console('cancel', cancelled);
    await portone.release('backwards');
    await portone.quiet();
    portone.resetFaults();
    await sleep(1_500);
    if ((await years(reordered)) !== 0) faults.push('cancelled payment, webhooks backwards: granted');

    const cheap = await product.member();
    const order = await product.send('POST', '/api/membership/orders', {
      as: cheap,
      body: { payMethod: 'CARD', consent: true },
    });
    portone.set({ webhooks: 'never' });
    await portone.pay({ paymentId: order.body.paymentId, totalAmount: 9900 });
    portone.tamper(order.body.paymentId, {
      amount: { total: 100, paid: 100, discount: 0, cancelled: 0 },
    });
    portone.resetFaults();
    await portone.console('resend', order.body.paymentId);
    await product.send('POST', '/api/membership/process-portone-payment', {
      as: cheap,
      body: { paymentId: order.body.paymentId },
    });
    if ((await years(cheap)) !== 0) faults.push('100 won: granted');

    const member = await product.member();
    await pay(product, portone, member);
    await until(async () => (await years(member)) === 1, 15);
    const first = await years(member);
    await pay(product, portone, member, { addsYear: true });
    await until(async () => (await years(member)) === 2, 15);
    const second = await years(member);
    return {
      figure: `four kinds of forged webhooks refused, ${DUPLICATES} at once: ${oneYear} year, ${granted} grant; ${faults.length} faults${faults.length ? ` (${faults.join('; ')})` : ''}`,
      isHeld: faults.length === 0,
      controlFigure: `${first} year, then ${second}`,
      hasControlFailed: first === 1 && second === 2,
    };
  },
};

async function pay(product: Product, portone: Portone, as: Person, more: object = {}): Promise<string> {
  const order = await product.send('POST', '/api/membership/orders', {
    as,
    body: { payMethod: 'CARD', consent: true, ...more },
  });
  if (order.status !== 200) throw new Error(`The order failed: ${order.text}`);
  const { paymentId, totalAmount } = order.body;
  await portone.pay({ paymentId, totalAmount });
  await portone.quiet();
  return paymentId;
}
