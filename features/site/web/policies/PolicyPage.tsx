import { Scale } from 'lucide-react';
import { Fragment } from 'react';
import { m } from '#messages';
import { getLocale } from '#messages/runtime.js';
import { CALENDAR } from '#common/dates.ts';
import { siteText } from '#features/site/site-pages.rules.ts';
import { dateOf } from '#web/date-of.ts';
import { paths } from '#web/paths.ts';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { SimpleLayout } from '../pages/SimpleLayout.tsx';
import { Conditional } from '../pages/Conditional.tsx';
import type { Line, PolicyDocument } from './document.ts';
import { type PolicyValues, prerenderedValues } from './site-values.ts';

export function PolicyPage({ document }: { document: PolicyDocument }) {
  const values = prerenderedValues();
  const headings = document.sections.map(({ title }, at) =>
    headingOf({ document, title: title(values), at }),
  );
  const date = dateOf(Date.parse(document.inForceFrom), { zone: CALENDAR });
  return (
    <SimpleLayout
      title={document.title(values)}
      lead={
        <>
          <p className="policy-text">{document.lead(values)}</p>
          <p className="type-sub numbers mt-3">
            {m.policies_version({ version: document.version })} · {m.policies_effective({ date })}
          </p>
          {getLocale() !== 'ko' && <p className="type-sub mt-1">{m.policies_prevails()}</p>}
        </>
      }
    >
      <Draft />
      <nav aria-labelledby="contents" className="mt-8 print:hidden">
        <h2 id="contents" className="type-h3">
          {m.policies_contents()}
        </h2>
        <ol role="list" className="mt-2 gap-x-8 sm:columns-2">
          {document.sections.map(({ id }, at) => (
            <li key={id} className="break-inside-avoid">
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center py-2 text-ink-2 hover:underline"
              >
                {headings[at]}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {document.sections.map(({ id, body }, at) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`} className="mt-10">
          <h2 id={`${id}-title`} className="type-h2">
            {headings[at]}
          </h2>
          {body.map((block, position) => (
            <Block key={position} block={block} values={values} />
          ))}
        </section>
      ))}
      <section aria-labelledby="supplement" className="mt-10 border-t border-line pt-6">
        <h2 id="supplement" className="type-h3">
          {m.policies_supplement()}
        </h2>
        <p className="policy-text mt-2">{m.policies_supplement_text({ date })}</p>
      </section>
      <Others document={document} values={values} />
    </SimpleLayout>
  );
}

/**
 * The telephone number in the texts. The text contains a placeholder for the number, which the server replaces.
 * Therefore `NoWrap` cannot recognise the number.
 */
const PHONE = siteText('companyPhone');
const Words = ({ text }: { text: string }) =>
  text.split(PHONE).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <span className="inline-block max-w-full">{PHONE}</span>}
      {/* The no-break space keeps a dot away from the start of a line. A placeholder must stay in one piece. */}
      {part
        .replaceAll(' ·', '\u00a0·')
        .split(/([^\s}]·)/)
        .map((words, position) =>
          position % 2 === 0 ? (
            <NoWrap key={position} text={words} />
          ) : (
            <span key={position} className="whitespace-nowrap">
              {words}
            </span>
          ),
        )}
    </Fragment>
  ));

/** The notice that the text is a draft. Without it, a reader could mistake the draft for a reviewed text. */
const Draft = () => (
  <aside className="policy-draft" aria-labelledby="draft">
    <Scale className="size-5 flex-none text-ink-2" aria-hidden="true" />
    <div>
      <p id="draft" className="type-sub font-bold">
        {m.policies_draft()}
      </p>
      <p className="type-sub mt-0.5 text-ink-2">{m.policies_draft_text()}</p>
    </div>
  </aside>
);

type BlockOfDocument = PolicyDocument['sections'][number]['body'][number];

function Block({ block, values }: { block: BlockOfDocument; values: PolicyValues }) {
  if (!isList(block)) return <Paragraph line={block} values={values} />;
  return (
    <ul className="policy-text mt-3 grid list-disc gap-2 pl-5 marker:text-ink-3">
      {block.map((line, at) => {
        if (typeof line === 'function')
          return (
            <li key={at}>
              <Words text={line(values)} />
            </li>
          );
        return (
          <Conditional key={at} is={line.condition}>
            <li>
              <Words text={line.text(values)} />
            </li>
          </Conditional>
        );
      })}
    </ul>
  );
}

const isList = (block: BlockOfDocument): block is readonly Line<PolicyValues>[] => Array.isArray(block);

function Paragraph({ line, values }: { line: Line<PolicyValues>; values: PolicyValues }) {
  if (typeof line === 'function')
    return (
      <p className="policy-text mt-3">
        <Words text={line(values)} />
      </p>
    );
  return (
    <Conditional is={line.condition}>
      <p className="policy-text mt-3">
        <Words text={line.text(values)} />
      </p>
    </Conditional>
  );
}

const POLICIES = [
  { path: paths.terms, name: m.shell_terms },
  { path: paths.privacy, name: m.shell_privacy },
  { path: paths.refunds, name: m.shell_refunds },
  { path: paths.publicFaq, name: m.faq_title },
] as const;

const Others = ({ document, values }: { document: PolicyDocument; values: PolicyValues }) => (
  <nav aria-label={m.policies_others()} className="mt-12 print:hidden">
    <ul role="list" className="flex flex-wrap gap-x-5">
      {POLICIES.filter(({ name }) => name() !== document.title(values)).map(({ path, name }) => (
        <li key={path}>
          <a
            href={path}
            className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
          >
            {name()}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

function headingOf({ document, title, at }: { document: PolicyDocument; title: string; at: number }): string {
  const numbered = { number: at + 1, title };
  return document.heading === 'article' ? m.policies_article(numbered) : m.policies_numbered(numbered);
}
