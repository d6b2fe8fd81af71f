import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { m } from '#messages';
import { Marked } from '#web/ui/Marked.tsx';
import { faqHit } from '#features/site/faq.rules.ts';
import type { Site } from '#features/site/site.contract.ts';
import type { SiteCondition } from '#features/site/site-pages.rules.ts';
import { Page } from '#web/shell/Page.tsx';
import { AnchorButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useKoreanQuery } from '#web/form/use-korean-query.ts';
import { SearchField } from '#web/ui/SearchField.tsx';
import { type FaqValues, policyValues } from '../policies/site-values.ts';
import { siteQuery } from '../site.public.ts';
import { FaqItem } from './FaqItem.tsx';
import { faqGroups, type Question } from './questions.ts';

export function MemberFaqPage() {
  const { data: site, error, refetch } = useQuery(siteQuery);
  return (
    <Page title={m.faq_title()} className="max-w-[760px]">
      {site && <Questions site={site} />}
      {error && !site && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !site && <Skeleton className="mt-4 h-80 w-full" />}
    </Page>
  );
}

function Questions({ site }: { site: Site }) {
  const [typed, setTyped] = useState('');
  const query = useKoreanQuery(typed);
  const { hash } = useLocation();
  const values = valuesOf(site);
  // The browser searched for the anchor before the questions were rendered. Therefore the scroll is repeated.
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView();
  }, [hash]);

  const groups = faqGroups
    .map(({ questions, ...group }) => ({
      ...group,
      questions: questions
        .map((entry) => shownQuestion({ entry, values, site }))
        .map((entry) => ({ ...entry, ...faqHit({ query, ...entry }) }))
        .filter(({ isShown }) => isShown),
    }))
    .filter(({ questions }) => questions.length > 0);
  const count = groups.reduce((sum, { questions }) => sum + questions.length, 0);
  const marked = (text: string) => (
    <Marked text={text} ranges={query.isEmptyQuery ? [] : query.ranges(text)} />
  );

  return (
    <>
      <div className="sticky top-[56px] z-10 bg-bg py-2">
        <SearchField
          label={m.faq_search_label()}
          placeholder={m.faq_search_placeholder()}
          value={typed}
          onType={setTyped}
        />
        <p role="status" className="type-sub mt-1 text-ink-2">
          {!query.isEmptyQuery && count > 0 && m.faq_found({ count })}
        </p>
      </div>
      {groups.map(({ id, title, questions }) => (
        <section key={id} aria-labelledby={`group-${id}`} className="mt-6">
          <h2 id={`group-${id}`} className="type-h3">
            {title(values)}
          </h2>
          <div className="mt-1 border-t border-line">
            {questions.map(({ id: questionId, question, answer, isOpen }) => (
              <FaqItem
                key={questionId}
                id={questionId}
                question={marked(question)}
                isOpen={isOpen || (query.isEmptyQuery && hash === questionId)}
              >
                {answer.map((text) => (
                  <p key={text}>{marked(text)}</p>
                ))}
              </FaqItem>
            ))}
          </div>
        </section>
      ))}
      <div className="mt-10">
        {count === 0 ? (
          <EmptyState title={m.faq_none_title()} text={m.faq_none_text()}>
            <WriteToSupport site={site} />
          </EmptyState>
        ) : (
          <WriteToSupport site={site} />
        )}
      </div>
    </>
  );
}

const WriteToSupport = ({ site }: { site: Site }) => (
  <AnchorButton href={`mailto:${site.company.email}`} look="secondary" size="small">
    {m.faq_write()}
  </AnchorButton>
);

const valuesOf = ({ company, providedVisibilityDays: days }: Site): FaqValues => ({
  ...policyValues(),
  companyEmail: company.email,
  providedDays: days === 1 ? m.site_one_day() : m.site_days({ days }),
});

/** Returns the question with only those lines that apply to this installation. */
function shownQuestion({ entry, values, site }: { entry: Question; values: FaqValues; site: Site }) {
  const { id, question, answer } = entry;
  const texts = answer.flatMap((line) => {
    if (typeof line === 'function') return [line(values)];
    return holds(site, line.condition) ? [line.text(values)] : [];
  });
  return { id, question: question(values), answer: texts };
}

/** Whether the condition is true for this installation. The server evaluates the same conditions for /faq. */
function holds(site: Site, condition: SiteCondition): boolean {
  const { placesProvider, providedVisibilityDays } = site;
  if (condition === 'asksNobody') return placesProvider === 'local';
  if (condition === 'asksGoogle') return placesProvider === 'google';
  if (condition === 'asksKakao') return placesProvider === 'kakao';
  if (condition === 'freeSeeProvided') return 0 < providedVisibilityDays;
  if (condition === 'freeSeeNoneProvided') return providedVisibilityDays === 0;
  throw new Error(`Unknown condition: ${condition}.`);
}
