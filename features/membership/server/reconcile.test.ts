import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { testEnvironment } from '#server/test-environment.ts';
import { newPayer, openPaymentTestApp, type PaymentTestApp, settingsFor } from './payments.test-factory.ts';

let opened: TestDatabase;
let on: PaymentTestApp;
let folder: string;
beforeAll(async () => {
  opened = await createTestDatabase();
  on = await openPaymentTestApp({ opened });
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-reconcile-'));
});
afterAll(async () => {
  await on.close();
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

function run(): Promise<{ code: number | null; lines: string[] }> {
  const settings = Object.entries(settingsFor(on.portone)).map(([name, value]) => [name, String(value)]);
  const child = fork('features/membership/server/reconcile-payments.ts', {
    env: {
      ...testEnvironment,
      NODE_ENV: 'test',
      DATABASE_URL: opened.connectionString,
      DATA_DIR: folder,
      ...Object.fromEntries(settings),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (text) => (output += text));
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, lines: output.trim().split('\n') })),
  );
}

test('장부와 포트원을 비교해, 같으면 0으로, 다르면 차이를 적고 1로 끝난다', async () => {
  const [same, lost, back, open] = [
    await newPayer(on),
    await newPayer(on),
    await newPayer(on),
    await newPayer(on),
  ];
  await same.payAndReturn();
  await open.order();
  expect(await run()).toEqual({ code: 0, lines: ['2 payments compared, 0 differ.'] });

  on.portone.set({ webhooks: 'never' });
  const lostId = await lost.pay();
  const backId = await back.payAndReturn();
  await on.portone.console('cancel', backId, 900);
  await on.portone.pay({ paymentId: 'pay_of_nobody_here', totalAmount: 9900 });
  const { code, lines } = await run();
  expect(code).toBe(1);
  expect(lines).toEqual([
    `${lostId}  pending here, PAID at PortOne`,
    `${backId}  0 won refunded here, 900 at PortOne`,
    'pay_of_nobody_here  PAID at PortOne, unknown here',
    '4 payments compared, 3 differ.',
  ]);
});
