import type { SiteCondition } from '#features/site/site-pages.rules.ts';
import type { PolicyValues } from './site-values.ts';

/** A message of messages/, which gets its parameters. */
export type Message<Values> = (values: Values) => string;

/** Optionally shown only under a condition. */
export type Line<Values> = Message<Values> | { condition: SiteCondition; text: Message<Values> };

type PolicyLine = Line<PolicyValues>;

export type PolicyDocument = {
  title: Message<PolicyValues>;
  lead: Message<PolicyValues>;
  /** `article`: "제1조 목적". `numbered`: "1. 목적". */
  heading: 'article' | 'numbered';
  version: string;
  /** Effective date, as YYYY-MM-DD. */
  inForceFrom: string;
  sections: readonly {
    /** The anchor in the URL. It must not change, because other sites link to it. */
    id: string;
    title: Message<PolicyValues>;
    /** Paragraphs, and lists of lines. */
    body: readonly (PolicyLine | readonly PolicyLine[])[];
  }[];
};

export const where = (condition: SiteCondition, text: Message<PolicyValues>): PolicyLine => ({
  condition,
  text,
});
