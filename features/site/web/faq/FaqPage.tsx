import { m } from '#messages';
import { siteText } from '#features/site/site-pages.rules.ts';
import { AnchorButton } from '#web/ui/Button.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import type { Line } from '../policies/document.ts';
import { type FaqValues, prerenderedValues } from '../policies/site-values.ts';
import { FAQ_SEARCH_MARK } from '../pages/marks.ts';
import { SimpleLayout } from '../pages/SimpleLayout.tsx';
import { Conditional } from '../pages/Conditional.tsx';
import { FaqItem } from './FaqItem.tsx';
import { faqGroups } from './questions.ts';

/** The page of frequent questions. The questions open without a script. The search needs a script (faq-search.ts). */
export function FaqPage() {
  const values = prerenderedValues();
  return (
    <SimpleLayout title={m.faq_title()} lead={<p>{m.faq_lead()}</p>}>
      <div id="faq-search" hidden data-script={FAQ_SEARCH_MARK} className="sticky top-[56px] z-10 bg-bg py-3">
        <SearchField
          label={m.faq_search_label()}
          placeholder={m.faq_search_placeholder()}
          value=""
          onType={noScript}
        />
        <p role="status" data-found={m.faq_found({ count: '%' })} className="type-sub mt-2 text-ink-2" />
      </div>
      <div id="faq">
        {faqGroups.map(({ id, title, questions }) => (
          <section key={id} aria-labelledby={`group-${id}`} className="mt-8">
            <h2 id={`group-${id}`} className="type-h2">
              {title(values)}
            </h2>
            <div className="mt-2 border-t border-line">
              {questions.map(({ id: questionId, question, answer }) => (
                <FaqItem key={questionId} id={questionId} question={question(values)}>
                  {answer.map((line, at) => (
                    <Answer key={at} line={line} values={values} />
                  ))}
                </FaqItem>
              ))}
            </div>
          </section>
        ))}
      </div>
      <div className="mt-12 grid justify-items-start gap-3">
        <div id="faq-none" hidden>
          <h2 className="type-h2">{m.faq_none_title()}</h2>
          <p className="mt-1 text-ink-2">{m.faq_none_text()}</p>
        </div>
        <AnchorButton href={`mailto:${siteText('companyEmail')}`} look="secondary">
          {m.faq_write()}
        </AnchorButton>
      </div>
    </SimpleLayout>
  );
}

function Answer({ line, values }: { line: Line<FaqValues>; values: FaqValues }) {
  if (typeof line === 'function') return <p data-text="">{line(values)}</p>;
  return (
    <Conditional is={line.condition}>
      <p data-text="">{line.text(values)}</p>
    </Conditional>
  );
}

/** A handler without effect. The page is static, and faq-search.ts listens to the field. */
const noScript = () => {};
