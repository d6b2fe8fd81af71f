import type { FastifyRequest } from 'fastify';

export type Locale = 'ko' | 'en';

/** Returns the language of the request. A cookie stores the language that the person chose. */
export const localeOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Locale =>
  /(?:^|; )lang=en(?:;|$)/.test(headers.cookie ?? '') ? 'en' : 'ko';

export const themeOf = ({ headers }: Pick<FastifyRequest, 'headers'>): 'light' | 'dark' | null => {
  const chosen = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  return chosen === 'light' || chosen === 'dark' ? chosen : null;
};
