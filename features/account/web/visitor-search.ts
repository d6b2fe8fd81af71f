import type { ProviderId, ProviderProblem } from '#features/account/providers/providers.contract.ts';

/** URL parameters of the log-in and sign-up pages. */
export type VisitorSearch = {
  from?: string;
  via?: ProviderId;
  problem?: ProviderProblem;
  /** Present if the flow of a provider has created an account. */
  joined?: 1;
  /** Present if the first step of signing in has succeeded. */
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

/** URL parameters of the settings page after an identity provider's redirect. */
export type ProviderResultSearch = Pick<VisitorSearch, 'via' | 'problem'> & {
  reauthenticated?: 1;
  linked?: 1;
};

export function readProviderResultSearch(search: Record<string, unknown>): ProviderResultSearch {
  const { via, problem } = readVisitorSearch(search);
  return {
    ...(via && { via }),
    ...(problem && { problem }),
    ...(search.reauthenticated === 1 && { reauthenticated: 1 }),
    ...(search.linked === 1 && { linked: 1 }),
  };
}

// The type requires an entry for every provider. The lists of the contract are not imported, because they would load
// zod with the first page.
const PROVIDERS: Record<ProviderId, true> = { google: true, kakao: true, naver: true };
const PROBLEMS: Record<ProviderProblem, true> = {
  cancelled: true,
  account_exists: true,
  email_missing: true,
  too_many: true,
  failed: true,
  someone_else: true,
  linked_elsewhere: true,
  review_due: true,
};

const keyIn = <K extends string>(names: Record<K, true>, value: unknown): K | undefined =>
  typeof value === 'string' && Object.hasOwn(names, value) ? (value as K) : undefined;
