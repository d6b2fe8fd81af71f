import type { FastifyRequest } from 'fastify';

export type Locale = 'ko' | 'en';

/** The language of a person's screens: the chosen language, which a cookie stores; otherwise Korean. */
export const localeOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Locale =>
  /(?:^|; )lang=en(?:;|$)/.test(headers.cookie ?? '') ? 'en' : 'ko';

/** The chosen theme, if any. */
export const themeOf = ({ headers }: Pick<FastifyRequest, 'headers'>): 'light' | 'dark' | null => {
  const chosen = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  return chosen === 'light' || chosen === 'dark' ? chosen : null;
};
