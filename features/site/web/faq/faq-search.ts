import { koreanQuery, type MatchRange } from '#common/korean.ts';
import { faqHit } from '#features/site/faq.rules.ts';

/* The search of the rendered page. site-page.ts loads this script when the field receives the focus. */

type Text = { element: Element; text: string };
type Item = { details: HTMLDetailsElement; question: Text; answer: Text[] };

const search = document.getElementById('faq-search');
const field = search?.querySelector('input');
const status = search?.querySelector<HTMLElement>('[role=status]');
const groups = [...document.querySelectorAll<HTMLElement>('#faq section')];
const none = document.getElementById('faq-none');

const items = [...document.querySelectorAll<HTMLDetailsElement>('#faq details')].flatMap(
  (details): Item[] => {
    const [question, ...answer] = [...details.querySelectorAll('[data-text]')].map((element) => ({
      element,
      text: element.textContent ?? '',
    }));
    return question ? [{ details, question, answer }] : [];
  },
);

if (field) {
  field.addEventListener('input', () => show(field.value));
  // The user may have typed while this script was loading.
  show(field.value);
}

function show(typed: string) {
  const query = koreanQuery(typed);
  let count = 0;
  for (const { details, question, answer } of items) {
    const texts = answer.map(({ text }) => text);
    const { isShown, isOpen } = faqHit({ query, question: question.text, answer: texts });
    if (isShown) count += 1;
    details.hidden = !isShown;
    if (!query.isEmptyQuery) details.open = isOpen;
    for (const text of [question, ...answer])
      mark(text, isShown && !query.isEmptyQuery ? query.ranges(text.text) : []);
  }
  for (const group of groups) group.hidden = group.querySelector('details:not([hidden])') === null;
  if (none) none.hidden = count > 0;
  if (status)
    status.textContent = query.isEmptyQuery ? '' : (status.dataset.found ?? '').replace('%', String(count));
}

function mark({ element, text }: Text, ranges: readonly MatchRange[]) {
  const parts: (string | Element)[] = [];
  let shown = 0;
  for (const [start, end] of ranges) {
    const found = document.createElement('mark');
    found.textContent = text.slice(start, end);
    parts.push(text.slice(shown, start), found);
    shown = end;
  }
  element.replaceChildren(...parts, text.slice(shown));
}
