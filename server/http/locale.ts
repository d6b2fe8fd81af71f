import type { FastifyRequest } from 'fastify';

export type Locale = 'ko' | 'en';

/** The language of a person's screens: what they chose, which the screens keep in a cookie, else Korean. */
export const localeOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Locale =>
  /(?:^|; )lang=en(?:;|$)/.test(headers.cookie ?? '') ? 'en' : 'ko';

/** The theme of a person's screens, if they chose one. */
export const themeOf = ({ headers }: Pick<FastifyRequest, 'headers'>): 'light' | 'dark' | null => {
  const chosen = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  return chosen === 'light' || chosen === 'dark' ? chosen : null;
};
