/**
 * What the server wrote into the page it sent, so that the first screen needs no second answer. Read once: a later
 * visit of the same page in this tab asks again.
 * @param name whose data is wanted; anything else is left alone
 */
export function takePageData<T>(name: string): T | undefined {
  const element = document.getElementById('page-data');
  if (element?.dataset.name !== name) return undefined;
  element.remove();
  return JSON.parse(element.textContent) as T;
}
