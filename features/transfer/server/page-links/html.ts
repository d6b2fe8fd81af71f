import type { ChildNode, Document, Element } from 'domhandler';
import { DomUtils, parseDocument } from 'htmlparser2';
import { oneLine } from '#features/transfer/files/plain-text.ts';

export const parseHtml = (html: string): Document => parseDocument(html);

/** Returns the elements within a document or an element for which `test` is true, in their order. */
export const elementsOf = (within: Document | Element, test: (element: Element) => boolean): Element[] =>
  DomUtils.findAll(test, within.children);

export const hasClass = ({ attribs }: Element, name: string): boolean =>
  (attribs['class'] ?? '').split(/\s+/).includes(name);

export const lineOf = (element: Element): string => oneLine(DomUtils.textContent(element), 1_000);

/** Returns the content of a meta element, such as `og:title`; '' if there is none. */
export function metaOf(page: Document, name: string): string {
  const [found] = elementsOf(
    page,
    ({ name: tag, attribs }) => tag === 'meta' && (attribs['property'] ?? attribs['name']) === name,
  );
  return found?.attribs['content']?.trim() ?? '';
}

export const documentTitleOf = (page: Document): string => {
  const [title] = elementsOf(page, ({ name }) => name === 'title');
  return title ? lineOf(title) : '';
};

const BLOCKS = new Set(['p', 'div', 'li', 'br', 'tr', 'h1', 'h2', 'h3', 'h4', 'section', 'blockquote']);
const HIDDEN = new Set(['script', 'style', 'noscript', 'iframe', 'select', 'button']);

/** Returns the visible text of elements, with a line for each paragraph. */
export function linesOf(elements: readonly Element[]): string {
  let text = '';
  const waiting: (ChildNode | '\n')[] = elements.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === '\n') text += '\n';
    else if (node.type === 'text') text += node.data.replace(/\s+/g, ' ');
    else if ('children' in node && !('name' in node && HIDDEN.has(node.name))) {
      const isBlock = 'name' in node && BLOCKS.has(node.name);
      if (isBlock) waiting.push('\n');
      waiting.push(...node.children.toReversed());
      if (isBlock) waiting.push('\n');
    }
  }
  return text.replace(/ *\n[\s\u200b]*/g, '\n').trim();
}
