import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Schedule } from './schedule.ts';
import type { Switches } from './switches.ts';

export type Webhook = {
  id: string;
  type: string;
  paymentId: string | null;
  paymentStatus: string | null;
  url: string;
  body: string;
  mode: Switches['webhooks'];
  /** The status of the answer to each delivery; null if there was no answer. */
  answers: (number | null)[];
  triggeredAt: number;
};

export type Message = {
  type: string;
  data: Record<string, unknown>;
  paymentStatus?: string | null;
  /** URLs to which the message is sent. */
  urls: readonly string[];
};

/** Minutes before each retry of a message that was not accepted. Up to 10 % are added to each wait. */
const RETRY_MINUTES = [1, 4, 16, 64, 256];
/** Milliseconds that stand for one minute of the wait between retries. */
const MINUTE_MS = 1000;
const OLD_SECONDS = 301;
const TIMEOUT_MS = 30_000;

/**
 * Sends webhooks according to Standard Webhooks in PortOne's version 2024-04-25. The signature covers the sent bytes. A
 * webhook is sent again until it is answered with a status of 200 to 299.
 */
export function createWebhooks({
  secrets: [secret, secondSecret],
  scheduledRequests,
  now,
}: {
  secrets: readonly [string, string];
  scheduledRequests: Schedule;
  now: () => number;
}) {
  const sent: Webhook[] = [];
  const held: Webhook[] = [];
  const underway = new Set<Promise<unknown>>();

  function track<T>(work: Promise<T>): Promise<T> {
    underway.add(work);
    void work.finally(() => underway.delete(work));
    return work;
  }

  /** Resolves when the first delivery of each sent message has been answered. */
  async function announce(message: Message, mode: Switches['webhooks']): Promise<void> {
    if (mode === 'unknown_type') await announce(fromTheFuture(message), 'normal');
    const all = message.urls.map((url) => webhookOf({ message, url, mode, now }));
    sent.push(...all);
    if (mode === 'never') return;
    if (mode === 'held') return void held.push(...all);
    const twice = mode === 'twice' ? [...all, ...all] : all;
    await Promise.all(twice.map((webhook) => track(deliver(webhook))));
  }

  async function deliver(webhook: Webhook, tries = 0): Promise<void> {
    const isDelivered = await tryOnce(webhook);
    const wait = RETRY_MINUTES[tries];
    if (isDelivered || wait === undefined) return;
    const jitter = 1 + Math.random() / 10;
    scheduledRequests.after(wait * MINUTE_MS * jitter, () => track(deliver(webhook, tries + 1)));
  }

  async function tryOnce(webhook: Webhook): Promise<boolean> {
    const { url, body, mode } = webhook;
    const content = mode === 'altered' ? body.replace('{', '{"altered":true,') : body;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/json', ...headersOf(webhook) },
        body: content,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.arrayBuffer();
      webhook.answers.push(answer.status);
      return answer.ok;
    } catch {
      webhook.answers.push(null);
      return false;
    }
  }

  function headersOf({ id, body, mode }: Webhook): Record<string, string> {
    if (mode === 'unsigned') return {};
    const timestamp = Math.floor(now() / 1000) - (mode === 'old' ? OLD_SECONDS : 0);
    const signedBy = {
      forged: [`whsec_${randomBytes(32).toString('base64')}`],
      second_secret: [secondSecret],
      two_signatures: [secondSecret, secret],
    };
    const signers = mode in signedBy ? signedBy[mode as keyof typeof signedBy] : [secret];
    return {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signers.map((signer) => sign({ signer, id, timestamp, body })).join(' '),
    };
  }

  return {
    announce,
    /** Sends the held webhooks one after the other. */
    release: async ({ isBackwards }: { isBackwards: boolean }) => {
      const going = held.splice(0);
      for (const webhook of isBackwards ? going.reverse() : going) await track(deliver(webhook));
    },
    again: (webhook: Webhook) => track(tryOnce(webhook)),
    sent: (): readonly Webhook[] => sent,
    /** Resolves when no delivery is in transit; scheduled retries do not count. */
    quiet: async () => {
      while (underway.size > 0) await Promise.allSettled(underway);
    },
  };
}

/** @returns one signature for the header `webhook-signature` */
export function sign({
  signer,
  id,
  timestamp,
  body,
}: {
  signer: string;
  id: string;
  timestamp: number;
  body: string;
}): string {
  const key = Buffer.from(signer.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

const webhookOf = ({
  message: { type, data, paymentStatus = null },
  url,
  mode,
  now,
}: {
  message: Message;
  url: string;
  mode: Switches['webhooks'];
  now: () => number;
}): Webhook => ({
  id: randomUUID(),
  type,
  paymentId: typeof data.paymentId === 'string' ? data.paymentId : null,
  paymentStatus,
  url,
  // The whitespace detects a client that verifies serialized JSON instead of the received bytes.
  body: `${JSON.stringify({ type, timestamp: new Date(now()).toISOString(), data }, null, 1)}\n`,
  mode,
  answers: [],
  triggeredAt: now(),
});

const fromTheFuture = (message: Message): Message => ({
  ...message,
  type: 'Transaction.FromTheFuture',
  data: { ...message.data, fieldFromTheFuture: { ofAnyShape: [] } },
});
