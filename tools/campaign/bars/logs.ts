import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bar, Campaign } from '../bar.ts';

export const logs: Bar = {
  number: 19,
  name: 'logs',
  claim:
    'sign-ins, refusals and changes are logged; passwords, cookies, tokens, links and private texts are not logged',
  check:
    'planted words in every field, header and URL of a visit with sign-up, wrong password, token, share, journal, errors and a killed database; all log files are searched',
  control: 'a server that logs the headers of requests',
  run: async (campaign) => {
    const real = await visit(campaign, []);
    const control = await visit(campaign, ['tools/campaign/careless-log.mjs']);
    const wanted = [
      'account.signed_up',
      'account.signed_in',
      'account.sign_in_refused',
      'account.signed_out',
      'account.api_token_created',
      'account.password_changed',
    ];
    const absent = wanted.filter((event) => !real.text.includes(event));
    return {
      figure: `${real.lines} lines, ${real.planted} planted words: ${real.found.length} found${real.found.length ? ` (${real.found.join(', ')})` : ''}; ${wanted.length - absent.length} of ${wanted.length} events${absent.length ? `, without ${absent.join(', ')}` : ''}`,
      isHeld: real.found.length === 0 && absent.length === 0,
      controlFigure: `${control.found.length} found (${control.found.join(', ')})`,
      hasControlFailed: control.found.length > 0,
    };
  },
};

async function visit({ start }: Campaign, imports: readonly string[]) {
  const product = await start({ imports, environment: { LOG_LEVEL: 'debug' } });
  const word = (name: string) => `planted-${name}-${Math.random().toString(36).slice(2)}`;
  const password = word('password');
  const email = `${word('email')}@example.com`;
  const as = await product.member({ email, password });
  const token = await product.send('POST', '/api/account/tokens', {
    as,
    body: { name: word('token-name'), scope: 'read', password },
  });
  const texts = {
    memo: word('memo'),
    journal: word('journal'),
    search: word('search'),
    wrong: word('wrong'),
    next: word('next'),
  };
  await product.addByHand(as, texts.memo);
  await product.send('POST', '/api/journal/entries', {
    as,
    body: { restaurantName: '국밥', visitDate: 0, journalText: texts.journal },
  });
  const share = await product.send('POST', '/api/list-shares', {
    as,
    body: { title: '목록', selection: { of: 'all' }, shows: { ratings: true, reviews: true, memos: true } },
  });
  const shareId: string = share.body?.share?.id ?? share.body?.id ?? '';
  await product.send('GET', `/api/shared-lists/${shareId}`);
  await product.send('GET', `/shared/${shareId}`);
  await product.send('GET', `/api/places/autocomplete?q=${texts.search}`, { as });
  await product.send('GET', `/password-reset?token=${texts.search}`);
  await product.send('POST', '/api/account/sign-in', { body: { email, password: texts.wrong } });
  const again = await product.send('POST', '/api/account/sign-in', { body: { email, password } });
  void again;
  await product.send('POST', '/api/my-restaurants', {
    as,
    body: { place: { from: 'hand', name: texts.memo, broken: texts.memo } },
  });
  // Causes a database error whose details contain the row.
  await product.query(
    "alter table journal_entries add constraint campaign check (journal_text not like '%planted%') not valid",
  );
  const failed = await product.send('POST', '/api/journal/entries', {
    as,
    body: { restaurantName: '국밥', visitDate: 0, journalText: texts.journal },
  });
  await product.send('PUT', '/api/account/password', {
    as,
    body: { currentPassword: password, newPassword: texts.next, newPasswordConfirm: texts.next },
  });
  const last = await product.send('POST', '/api/account/sign-in', { body: { email, password: texts.next } });
  await product.send('POST', '/api/account/sign-out', {
    headers: {
      cookie: last.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    },
  });
  await sleep(1_000);
  await product.stop();
  const text = [product.log(), ...databaseLogs(product.dataFolder)].join('\n');
  const secrets: Record<string, string> = {
    password,
    email,
    cookie: as.cookie.split('=')[1]?.split('.')[0] ?? 'no cookie',
    token: token.body?.secret ?? token.body?.token?.secret ?? 'no token',
    share: shareId || 'no share',
    ...texts,
  };
  if (failed.status < 500 || failed.text.includes('planted')) secrets['answer of an error'] = 'account.';
  return {
    text,
    lines: text.split('\n').length,
    planted: Object.keys(secrets).length,
    found: Object.entries(secrets)
      .filter(([, secret]) => text.includes(secret) || text.includes(encodeURIComponent(secret)))
      .map(([name]) => name),
  };
}

function databaseLogs(dataFolder: string): string[] {
  return readdirSync(dataFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.log$|logfile/.test(entry.name))
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8'));
}
