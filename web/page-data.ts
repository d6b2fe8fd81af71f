/**
 * Returns data that the server wrote into the page, so that the first screen needs no second request. The data can be
 * read only once. A later visit in this tab sends a request.
 * @param name name of the requested data; other data stays in the page
 */
export function consumePageData<T>(name: string): T | undefined {
  const element = document.getElementById('page-data');
  if (element?.dataset.name !== name) return undefined;
  element.remove();
  return JSON.parse(element.textContent) as T;
}
