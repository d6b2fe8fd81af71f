import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { codeOf } from './external.test-factory.ts';
import { createProviderClient } from './provider-client.ts';

describe('지도 서비스가 실패한 이유', () => {
  test.each([
    { status: 503, body: 'down', reason: 'responded with 503' },
    { status: 200, body: 'not JSON', reason: 'responded with invalid JSON' },
    { status: 200, body: 'x'.repeat(2_000_001), reason: 'responded with more than 2000000 bytes' },
  ])('$reason: 로그에 남는다', async ({ status, body, reason }) => {
    const url = await respondingWith(status, body);
    const { ask, reasons } = client();
    expect(await codeOf(ask.json({ what: 'search', url }))).toBe('places.unavailable');
    expect(reasons).toEqual([reason, reason]);
  });

  test('주소는 남기지 않는다: 연결하지 못하면 오류 코드만 남는다', async () => {
    const { ask, reasons } = client();
    expect(await codeOf(ask.json({ what: 'search', url: new URL('http://127.0.0.1:9/?key=secret') }))).toBe(
      'places.unavailable',
    );
    expect(reasons).toHaveLength(2);
    expect(reasons.join()).not.toMatch(/secret|127/);
  });
});

function client() {
  const reasons: string[] = [];
  const ask = createProviderClient({
    breaker: createCircuitBreaker(),
    spend: async () => {},
    log: { warn: ({ reason }: { reason: string }) => reasons.push(reason) } as never,
  });
  return { ask, reasons };
}

async function respondingWith(status: number, body: string): Promise<URL> {
  const server = createServer((_, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}
