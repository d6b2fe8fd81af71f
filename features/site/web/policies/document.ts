import type { SiteCondition } from '#features/site/site-pages.rules.ts';
import type { PolicyValues } from './site-values.ts';

/** A message of messages/ that is called with its parameters. */
export type Message<Values> = (values: Values) => string;

/** A line of a document. If it has a condition, it is shown only if the condition is true. */
export type Line<Values> = Message<Values> | { condition: SiteCondition; text: Message<Values> };

type PolicyLine = Line<PolicyValues>;

export type PolicyDocument = {
  title: Message<PolicyValues>;
  lead: Message<PolicyValues>;
  /** The format of the headings. `article`: "제1조 목적". `numbered`: "1. 목적". */
  heading: 'article' | 'numbered';
  version: string;
  /** The effective date, as YYYY-MM-DD. */
  inForceFrom: string;
  sections: readonly {
    /** The anchor in the URL. It must not change, because other sites link to it. */
    id: string;
    title: Message<PolicyValues>;
    body: readonly (PolicyLine | readonly PolicyLine[])[];
  }[];
};

export const where = (condition: SiteCondition, text: Message<PolicyValues>): PolicyLine => ({
  condition,
  text,
});
