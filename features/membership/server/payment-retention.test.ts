import { describe, expect, test } from 'vitest';
import { DAY, ledgerRow, newPayer, runJob, openPaymentTests } from './payments.test-factory.ts';

const { on, admin } = await openPaymentTests();

describe('떠난 회원', () => {
  test('낸 기록은 누구의 것인지 없이 남는다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.payAndReturn();
    await payer.refund(paymentId);
    await payer.leave();
    await on.jobs.runDue();
    const row = await ledgerRow(on.database, paymentId);
    expect(row).toMatchObject({ user_id: null, amount: 9900, receipt_url: null, refund_reason: null });
    const events = await on.database
      .selectFrom('payment_events')
      .where('payment_id', '=', paymentId)
      .selectAll()
      .execute();
    const kept = JSON.stringify([row, events]);
    for (const word of [payer.userId, payer.email, '마음이 바뀌었어요']) expect(kept).not.toContain(word);
    // A refund that was requested before the deletion is still completed.
    expect(row.state).toBe('cancelled');
  });

  test('떠난 뒤에 낸 것은 주는 것 없이, 돌려주라고 표시된다', async () => {
    const payer = await newPayer(on);
    on.portone.set({ webhooks: 'held' });
    const paymentId = await payer.pay();
    await payer.leave();
    await on.portone.release();
    await on.jobs.runDue();
    expect(await ledgerRow(on.database, paymentId)).toMatchObject({
      state: 'paid',
      user_id: null,
      flags: ['owner_left'],
    });
    const grants = on.database.selectFrom('payment_grants').where('payment_id', '=', paymentId).selectAll();
    expect(await grants.execute()).toEqual([]);
    on.portone.resetFaults();
    expect((await admin.refund({ paymentId })).status).toBe(202);
    await on.jobs.runDue();
    expect((await ledgerRow(on.database, paymentId)).state).toBe('cancelled');
  });
});

describe('끝과 그 뒤', () => {
  test('30일, 7일, 하루 전과 끝난 뒤에 한 통씩, 두 번 돌려도 한 통이다', async () => {
    const payer = await newPayer(on);
    const about = () => payer.mails('끝');
    const endsIn = (left: number) =>
      on.database
        .updateTable('memberships')
        .set({ paid_tier_expires_at: new Date(Date.now() + left) })
        .where('user_id', '=', payer.userId)
        .execute();
    await on.database
      .insertInto('memberships')
      .values({ user_id: payer.userId, account_tier: 'paid' })
      .execute();
    await endsIn(20 * DAY);
    await Promise.all([
      runJob(on, 'membership.send_expiry_notices'),
      runJob(on, 'membership.send_expiry_notices'),
    ]);
    await runJob(on, 'membership.send_expiry_notices');
    await on.jobs.runDue();
    expect(about()).toHaveLength(1);
    expect(about()[0]?.text).toContain('이미 10곳 이상 담았다면');
    expect(about()[0]?.text).not.toMatch(/할인|혜택|광고/);

    for (const [left, count] of [
      [5 * DAY, 2],
      [DAY / 2, 3],
      [-DAY, 4],
    ] as const) {
      await endsIn(left);
      await runJob(on, 'membership.send_expiry_notices');
      await runJob(on, 'membership.send_expiry_notices');
      await on.jobs.runDue();
      expect(about()).toHaveLength(count);
    }
    expect(about().at(-1)?.subject).toContain('끝났어요');
  });

  test('다섯 해가 지난 기록은 지워지고, 그 전의 것과 일어난 일은 바뀌지 않는다', async () => {
    const [old, young] = [await newPayer(on), await newPayer(on)];
    const [purged, kept] = [await old.payAndReturn(), await young.payAndReturn()];
    const long = new Date(Date.now() - 5 * 366 * DAY);
    await on.database
      .updateTable('payment_grants')
      .set({ period_to: long })
      .where('payment_id', '=', purged)
      .execute();
    await on.database
      .updateTable('payments')
      .set({ state_changed_at: long })
      .where('id', '=', purged)
      .execute();
    await runJob(on, 'membership.purge_ledger');
    const left = await on.database
      .selectFrom('payments')
      .where('id', 'in', [purged, kept])
      .select('id')
      .execute();
    expect(left).toEqual([{ id: kept }]);
    await expect(on.database.updateTable('payment_events').set({ kind: 'x' }).execute()).rejects.toThrow();
    await expect(on.database.deleteFrom('payment_events').execute()).rejects.toThrow();
  });
});
