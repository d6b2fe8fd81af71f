import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openEmbeddedPostgres } from '../../server/database/embedded-postgres.ts';

/** Makes changes that no screen offers, such as dates in the past. */
async function runSql({
  statement,
  values,
  dataFolder = process.env.E2E_DATA_DIR ?? '',
}: {
  statement: string;
  values: readonly unknown[];
  dataFolder?: string;
}): Promise<void> {
  const postgres = await openEmbeddedPostgres({ dataFolder });
  const client = new pg.Client(postgres);
  try {
    await client.connect();
    await client.query(statement, [...values]);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

/**
 * Replaces the token of the member's news mails with a known token. The real token cannot be read, because it is only
 * in mails, and at night no mails are sent.
 */
export async function subscriptionToken(email: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await runSql({
    statement: `update mail_subscriptions set token = $2 from users where users.id = user_id and email = $1`,
    values: [email.toLowerCase(), token],
  });
  return token;
}

/** Makes the catalogue look large enough for the counts of the landing page. */
export const addToCounts = (): Promise<void> =>
  runSql({
    statement:
      'insert into category_count_changes (category_id, is_provided, change) values (null, true, 5000), (null, false, 5000)',
    values: [],
  });

export const verifyEmail = (email: string): Promise<void> =>
  runSql({
    statement: 'update users set email_verified = true where email = $1',
    values: [email.toLowerCase()],
  });

/** Removes the second factor of a member in two days, as the link in the mail of someone without the device does. */
export const scheduleSecondFactorRemoval = (email: string): Promise<void> =>
  runSql({
    statement: `insert into second_factor_removals (user_id, second_factor_id, locale, requested_at, due_at)
     select users.id, second_factors.id, 'ko', now(), now() + interval '2 days'
     from users join second_factors on second_factors.user_id = users.id where users.email = $1`,
    values: [email.toLowerCase()],
  });

export const grantPaidTier = (email: string): Promise<void> =>
  runSql({
    statement: `insert into memberships (user_id, account_tier, paid_tier_expires_at)
     select id, 'paid', now() + interval '1 year' from users where email = $1
     on conflict (user_id) do update set account_tier = 'paid', paid_tier_expires_at = excluded.paid_tier_expires_at`,
    values: [email.toLowerCase()],
  });

export const endMembership = (email: string): Promise<void> =>
  runSql({
    statement: `update memberships set paid_tier_expires_at = now() - interval '1 day'
     from users where users.id = user_id and email = $1`,
    values: [email.toLowerCase()],
  });

/** Deletes the member's photos that no entry and no review uses, as the server does after a day. */
export const deleteUnusedPhotos = (email: string): Promise<void> =>
  runSql({
    statement: `update photos set removed_at = now(), unused_since = null
     from users where users.id = owner_id and email = $1 and used_by is null`,
    values: [email.toLowerCase()],
  });

export const expireArchives = (email: string): Promise<void> =>
  runSql({
    statement: `update archives set expires_at = now() from users where users.id = owner_id and email = $1`,
    values: [email.toLowerCase()],
  });

/** Marks a place as closed in the licence register of a server that the story itself has started (`dataFolder`). */
export const closeInRegister = ({ name, dataFolder }: { name: string; dataFolder: string }): Promise<void> =>
  runSql({
    statement: `update places set business_status = 'closed_permanently' where name = $1`,
    values: [name],
    dataFolder,
  });

/** Adds one payment per year. */
export const addOldPayments = ({
  email,
  count,
  age = '1 year',
}: {
  email: string;
  count: number;
  /** The age of the newest payment, and the time between two payments. */
  age?: string;
}): Promise<void> =>
  runSql({
    statement: `insert into payments (
       id, user_id, amount, currency, order_name, pay_method, state, locale,
       consented_at, ordered_at, state_changed_at, paid_at
     )
     select 'pay_' || gen_random_uuid(), users.id, 9900, 'KRW', '모먹지 유료 회원 1년', 'CARD', 'paid', 'ko',
       long_ago, long_ago, long_ago, long_ago
     from users, generate_series(1, $2::int) nth, lateral (select now() - nth * $3::interval as long_ago) moment
     where users.email = $1`,
    values: [email.toLowerCase(), count, age],
  });

/** Moves the sign-up date of a member back, in a product that the story starts. */
export const backdateSignUp = ({
  email,
  days,
  dataFolder,
}: {
  email: string;
  days: number;
  dataFolder: string;
}) =>
  runSql({
    statement: `update users set created_at = created_at - $2 * interval '1 day' where email = $1`,
    values: [email.toLowerCase(), days],
    dataFolder,
  });

/** Adds a place to the catalogue whose closure the licence register reports. */
export const addClosedPlace = ({
  id,
  name,
  closedOn,
}: {
  id: string;
  name: string;
  closedOn: string;
}): Promise<void> =>
  runSql({
    statement: `insert into restaurants_public (
       id, provider, name, address, neighbourhood, lat, lng, category_id, business_status, closed_on
     ) values ($1, 'local', $2, '서울특별시 중구 명동9길 12 (을지로1가)', '을지로1가', 37.5645, 126.982, 'soup',
       'closed_permanently', $3)`,
    values: [id, name, closedOn],
  });

/** Makes an account two days old. On its first day a member cannot turn push messages on. */
export const ageAccount = (email: string): Promise<void> =>
  runSql({
    statement: `update users set created_at = now() - interval '2 days' where email = $1`,
    values: [email.toLowerCase()],
  });
