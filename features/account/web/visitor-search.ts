import type { ProviderId, ProviderProblem } from '#features/account/providers.contract.ts';

/** What the addresses of the log-in and sign-up pages say. */
export type VisitorSearch = {
  /** The page one came from. */
  from?: string;
  /** The identity provider one comes back from. */
  via?: ProviderId;
  /** How that ended, if not well. */
  problem?: ProviderProblem;
  /** That it made a new account. */
  joined?: 1;
  /** That the first step of signing in was taken. */
  step?: 'second_factor';
};

export function readVisitorSearch(search: Record<string, unknown>): VisitorSearch {
  const via = keyIn(PROVIDERS, search.via);
  const problem = keyIn(PROBLEMS, search.problem);
  return {
    ...(typeof search.from === 'string' && { from: search.from }),
    ...(via && { via }),
    ...(problem && { problem }),
    ...(search.joined === 1 && { joined: 1 }),
    ...(search.step === 'second_factor' && { step: 'second_factor' }),
  };
}

/** What an address of the settings says after a trip to an identity provider. */
export type TripSearch = Pick<VisitorSearch, 'via' | 'problem'> & { proved?: 1; linked?: 1 };

export function readTripSearch(search: Record<string, unknown>): TripSearch {
  const { via, problem } = readVisitorSearch(search);
  return {
    ...(via && { via }),
    ...(problem && { problem }),
    ...(search.proved === 1 && { proved: 1 }),
    ...(search.linked === 1 && { linked: 1 }),
  };
}

// Types keep these complete. The contract's own lists would bring its schemas, and zod, into the first page.
const PROVIDERS: Record<ProviderId, true> = { google: true, kakao: true, naver: true };
const PROBLEMS: Record<ProviderProblem, true> = {
  cancelled: true,
  account_exists: true,
  email_missing: true,
  too_many: true,
  failed: true,
  someone_else: true,
  linked_elsewhere: true,
};

const keyIn = <K extends string>(names: Record<K, true>, value: unknown): K | undefined =>
  typeof value === 'string' && Object.hasOwn(names, value) ? (value as K) : undefined;
