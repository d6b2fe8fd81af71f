/** Milliseconds after which the data may be outdated. A tab that was opened in the background starts late. */
const FRESH_MS = 30_000;

/**
 * Returns data that the server wrote into the page, so that the first screen needs no second request. The data can be
 * read only once. A later visit in this tab sends a request. Data of another account or list is removed.
 * @param name the kind and the id of the requested data, such as `shared-list/…`. Data of another kind stays in the page
 */
export function consumePageData<T>(name: string): T | undefined {
  const element = document.getElementById('page-data');
  const present = element?.dataset.name;
  if (!element || present?.split('/')[0] !== name.split('/')[0]) return undefined;
  element.remove();
  if (present !== name || FRESH_MS < performance.now()) return undefined;
  return JSON.parse(element.textContent) as T;
}
