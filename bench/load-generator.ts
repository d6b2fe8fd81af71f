import { Agent, request } from 'node:http';

export type LoadRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** The expected status, if it differs from the status of the other requests. */
  status?: number;
};

export type Load = {
  requests: number;
  /** Number of requests without an answer, or with an unexpected status. */
  failures: number;
  seconds: number;
  /** Median of the milliseconds of a request. `p99` is the 99th percentile. */
  p50: number;
  p99: number;
};

/** Sends requests on this many connections until the time is over. Each connection waits for its answer. */
export async function generateLoad({
  port,
  connections,
  seconds,
  status,
  next,
}: {
  port: number;
  connections: number;
  seconds: number;
  /** The expected status of every answer. */
  status: number;
  next: () => LoadRequest;
}): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const took: number[] = [];
  let failures = 0;
  const start = performance.now();
  const end = start + seconds * 1000;

  const one = async () => {
    while (performance.now() < end) {
      const asked = performance.now();
      const wanted = next();
      const answered = await ask({ agent, port, ...wanted }).catch(() => 0);
      took.push(performance.now() - asked);
      if (answered !== (wanted.status ?? status)) failures += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();

  took.sort((a, b) => a - b);
  return {
    requests: took.length,
    failures,
    seconds: (performance.now() - start) / 1000,
    p50: took[Math.floor(took.length * 0.5)] ?? 0,
    p99: took[Math.floor(took.length * 0.99)] ?? 0,
  };
}

/** Sends a request. @returns the status of the answer */
export function ask({
  agent,
  port,
  method,
  path,
  headers,
  body,
}: LoadRequest & { agent: Agent; port: number }) {
  return new Promise<number>((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
