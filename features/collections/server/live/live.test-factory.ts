import type { AddressInfo } from 'node:net';
import type { VoteSummary } from '#features/collections/votes.contract.ts';
import type { TestApp } from '#server/http/test-app.ts';

export const portOf = ({ app }: Pick<TestApp, 'app'>): number => (app.server.address() as AddressInfo).port;

export async function followStream<Update>({
  port,
  path,
  headers,
}: {
  port: number;
  path: string;
  headers: object;
}) {
  const closing = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { ...headers },
    signal: closing.signal,
  });
  const versions: number[] = [];
  const updates: Update[] = [];
  const votes: VoteSummary[][] = [];
  let isOver = false;
  const reading = async () => {
    let unfinished = '';
    for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (unfinished + text).split('\n\n');
      unfinished = events.pop() ?? '';
      for (const event of events) {
        const [, name, data = ''] = /^(?:event: (\w+)\n)?data: (.*)$/.exec(event) ?? [];
        if (name === 'update') updates.push(JSON.parse(data));
        else if (name === 'votes') votes.push(JSON.parse(data));
        else if (data !== '') versions.push(Number(data));
      }
    }
  };
  const ended = (answer.ok ? reading() : Promise.resolve())
    .catch((error) => {
      if (!closing.signal.aborted) throw error;
    })
    .finally(() => (isOver = true));
  return { answer, versions, updates, votes, ended, isOver: () => isOver, close: () => closing.abort() };
}
