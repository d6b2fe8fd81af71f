import * as Webhook from '@portone/server-sdk/webhook';
import { z } from 'zod';
import type { Database } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { countRejectedWebhook, insertEvent, lockPayment, updatePayment } from './payments.sql.ts';
import type { PaymentSetup } from './portone.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'membership.sync_payment': { paymentId: string };
  }
}

/** The payload of a webhook. PortOne may add types. Therefore unknown types are accepted and ignored. */
const WebhookPayload = z.looseObject({
  type: z.string(),
  data: z
    .looseObject({
      paymentId: z.string().min(1).max(64),
      storeId: z.string().optional(),
      transactionId: z.string().optional(),
    })
    .optional()
    .catch(undefined),
});

type WebhookRequest = { body: string; headers: Record<string, string | string[] | undefined> };

/**
 * Handles a webhook. The payload is untrusted; it only triggers the task `membership.sync_payment`. One transaction
 * stores the event and adds the job. Therefore an event that was answered with 200 is not lost.
 * @returns the reason for a refusal; null if the webhook is accepted
 */
export async function handleWebhook({
  database,
  jobs,
  setup,
  webhook,
}: {
  database: Database;
  jobs: Jobs;
  setup: PaymentSetup | null;
  webhook: WebhookRequest;
}): Promise<string | null> {
  const reason = setup ? await signatureError(setup.webhookSecrets, webhook) : 'NOT_SET_UP';
  if (setup === null || reason !== null) {
    if (setup) await countRejectedWebhook(database, reason ?? '');
    return reason;
  }
  const payload = WebhookPayload.safeParse(JSON.parse(webhook.body));
  if (!payload.success || !payload.data.data) return null;
  const { type, data } = payload.data;
  const { paymentId } = data;
  const isOwnStore = data.storeId === undefined || data.storeId === setup.storeId;

  await database.transaction().execute(async (transaction) => {
    const isNew = await insertEvent(transaction, {
      paymentId,
      kind: 'webhook',
      details: { type, storeId: data.storeId ?? null, transactionId: data.transactionId ?? null },
      webhookId: String(webhook.headers['webhook-id']),
    });
    if (!isNew || !isOwnStore) return;
    const payment = await lockPayment(transaction, paymentId);
    if (!payment) return;
    if (type === 'Transaction.DisputeCreated') {
      const flags = [...new Set([...payment.flags, 'dispute' as const])];
      await updatePayment(transaction, payment, { flags });
    }
    await jobs.add(
      transaction,
      'membership.sync_payment',
      { paymentId },
      { key: `membership.sync:${paymentId}` },
    );
  });
  return null;
}

/**
 * Returns the error of the Standard Webhooks signature; null if the signature is valid. Two secrets are valid while the
 * secret is rotated.
 */
async function signatureError(
  secrets: readonly string[],
  { body, headers }: WebhookRequest,
): Promise<string | null> {
  let fault = 'NO_SECRET';
  for (const secret of secrets) {
    try {
      await Webhook.verify(secret, body, headers);
      return null;
    } catch (error) {
      fault = error instanceof Webhook.WebhookVerificationError ? error.reason : 'UNREADABLE';
    }
  }
  return fault;
}
