/**
 * Returns a ref that sets an attribute on <body> while its element is mounted. CSS selects by this attribute, because
 * Firefox 115 has no `:has()`.
 * @example <div ref={markBody('data-offers-adding')} />
 */
export const markBody = (attribute: `data-${string}`) => () => {
  document.body.setAttribute(attribute, '');
  return () => document.body.removeAttribute(attribute);
};
