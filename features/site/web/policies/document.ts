import type { SiteCondition } from '#features/site/site-pages.rules.ts';
import type { PolicyValues } from './site-values.ts';

/** A text of messages/ with the values it asks for. */
export type Sentence<Values> = (values: Values) => string;

/** A sentence, perhaps one that stands there only where a condition holds. */
export type Line<Values> = Sentence<Values> | { where: SiteCondition; say: Sentence<Values> };

type PolicyLine = Line<PolicyValues>;

/** A document that counts between the company and its members. */
export type PolicyDocument = {
  title: Sentence<PolicyValues>;
  lead: Sentence<PolicyValues>;
  /** How a section is headed: "제1조 목적", or "1. 목적". */
  heading: 'article' | 'numbered';
  version: string;
  /** The day from which it counts, as YYYY-MM-DD. */
  inForceFrom: string;
  sections: readonly {
    /** The anchor in the address: never to be changed, people link to it. */
    id: string;
    title: Sentence<PolicyValues>;
    /** Paragraphs, and lists of lines. */
    body: readonly (PolicyLine | readonly PolicyLine[])[];
  }[];
};

export const where = (condition: SiteCondition, say: Sentence<PolicyValues>): PolicyLine => ({
  where: condition,
  say,
});
