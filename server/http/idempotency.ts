import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { hash } from 'node:crypto';
import { commonProblems } from '#common/problem.ts';
import type { Connection, Database } from '#server/database/database.ts';
import type { DB } from '#server/database/tables.ts';
import { findCreatedObject, recordCreatedObject } from './created-objects.sql.ts';
import type { PersonalData } from './personal-data.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { App } from './feature.ts';
import { isStoredAlready, lockAndReadKey, purgeStoredResponses, storeResponse } from './idempotency.sql.ts';
import { problem } from './problem.ts';
import { requireUser } from './require-user.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Makes the Idempotency-Key header required. The handler must answer through `runIdempotently`. */
    idempotent?: true;
  }
  interface FastifyRequest {
    /** Set by `runIdempotently`, to detect handlers that do not call it. */
    answersOnce: boolean;
  }
}

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'requests.purge_stored_responses': Record<string, never>;
  }
}

const KEY_FORM = /^[A-Za-z0-9_-]{16,64}$/;

export function requireIdempotencyKeys(
  app: App,
  { jobs, personalData }: { jobs: Jobs; personalData: PersonalData },
): void {
  personalData.declare(
    { table: 'idempotency_keys', column: 'user_id', onDeletion: 'deleted' },
    { table: 'created_objects', column: 'user_id', onDeletion: 'deleted' },
  );
  app.decorateRequest('answersOnce', false);

  app.addHook('onRoute', (route) => {
    if (!route.config?.idempotent) return;
    if (route.config.access !== 'member' && route.config.access !== 'admin') {
      throw new Error(
        `${route.url}: answers are stored per person, so the access of an idempotent endpoint must be member or admin.`,
      );
    }
    route.onRequest = [...[route.onRequest ?? []].flat(), async (request) => void keyOf(request)];
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      async (request, reply) => {
        if (reply.statusCode < 300 && !request.answersOnce) {
          throw new Error(
            `${route.url} is idempotent, but its handler does not answer through runIdempotently.`,
          );
        }
      },
    ];
  });

  jobs.handle(
    'requests.purge_stored_responses',
    async () => void (await purgeStoredResponses(jobs.database)),
  );
  jobs.schedule('requests.purge_stored_responses', '17 * * * *');
}

/**
 * Runs a write and stores its answer in one transaction. A repeated request with the same key gets the same bytes.
 * If `write` throws, nothing is stored, so a repeated request runs `write` again.
 * `write` contains all effects except calls of other services (docs/decisions/0005-idempotency.md).
 * With `creation`, the id that the client generated replaces the key and never expires.
 * A repeated request then gets the current state of the object (docs/decisions/0040-outbox.md).
 * @example
 * handler: (request, reply) =>
 *   runIdempotently({ request, reply, database, status: 201 }, (transaction) =>
 *     addRestaurant(transaction, { person: signedIn(request), restaurant: request.body }))
 * @throws request.idempotency_key_reused, request.idempotency_in_progress, and what `write` throws
 */
export async function runIdempotently<Answer>(
  {
    request,
    reply,
    database,
    status,
    creation = null,
  }: {
    request: FastifyRequest;
    reply: Replies;
    database: Database;
    status: number;
    creation?: Creation<Answer> | null;
  },
  write: (transaction: Transaction<DB>) => Promise<Answer>,
): Promise<Answer> {
  const { userId } = requireUser(request);
  const key = creation?.id ?? keyOf(request);
  const fingerprint = creation ? '' : fingerprintOf(request);
  request.answersOnce = true;

  const attempt = () =>
    database.transaction().execute(async (transaction) => {
      const [{ isMember, hasLock, stored }, objectId] = await Promise.all([
        lockAndReadKey(transaction, { userId, key }),
        creation && findCreatedObject(transaction, { userId, id: creation.id }),
      ]);
      // The account was deleted between the access check and this transaction.
      if (!isMember) throw problem(commonProblems, 'account.sign_in_required');
      if (stored && !creation) return { ...stored, isReplay: true };
      if (!hasLock)
        throw problem(commonProblems, 'request.idempotency_in_progress', { retryAfterSeconds: 1 });
      const textOf = (answer: Answer) => reply.serializeInput(answer, String(status)) as string;
      const present = creation && objectId !== null ? await creation.existing(transaction, objectId) : null;
      if (present !== null) return { fingerprint, status, body: textOf(present), isReplay: true };
      const answer = await write(transaction);
      const body = textOf(answer);
      if (creation) {
        const objectId = creation.objectIdOf(answer);
        await recordCreatedObject(transaction, { userId, id: creation.id, objectId });
      } else {
        await storeResponse(transaction, { userId, key, fingerprint, status, body });
      }
      return { fingerprint, status, body, isReplay: false };
    });

  const answer = await attempt().catch((error) =>
    isStoredAlready(error) ? attempt() : Promise.reject(error),
  );
  if (answer.fingerprint !== fingerprint) throw problem(commonProblems, 'request.idempotency_key_reused');
  if (answer.isReplay) reply.header('idempotency-replayed', 'true');
  reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
  // The stored text has already been sent. If a handler returns the reply, Fastify sends nothing more.
  return reply as never;
}

export type Creation<Answer> = {
  id: string;
  /**
   * Returns the current state of the object. Returns null if the object no longer exists and may be created again.
   * @throws a problem if the member deleted the object
   */
  existing: (transaction: Connection, objectId: string) => Promise<Answer | null>;
  objectIdOf: (answer: Answer) => string;
};

/** The part of Fastify's reply that does not depend on the route's types. */
type Replies = {
  serializeInput(input: unknown, status: string): unknown;
  header(name: string, value: string): unknown;
  code(status: number): FastifyReply;
};

function keyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !KEY_FORM.test(key)) {
    throw problem(commonProblems, 'request.idempotency_key_missing');
  }
  return key;
}

/**
 * Returns a hash of the request. The validated body has its keys in schema order, so formatting makes no difference.
 */
const fingerprintOf = (request: FastifyRequest): string =>
  hash('sha256', `${request.method} ${request.url}\n${JSON.stringify(request.body) ?? ''}`, 'base64url');
