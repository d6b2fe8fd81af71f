/* Aborts unfinished IndexedDB transactions when the page is left. Loaded only in WebKit (reason: web/browser/leaving.ts). */

const unfinished = new Set<IDBTransaction>();
let isLeft = false;

// `begin` is called below with the database as `this`. Therefore the warning of the linter does not apply.
// oxlint-disable-next-line typescript/unbound-method
const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (...args) {
  const transaction = begin.apply(this, args);
  unfinished.add(transaction);
  for (const end of ['complete', 'abort'])
    transaction.addEventListener(end, () => unfinished.delete(transaction));
  if (isLeft) transaction.abort();
  return transaction;
};

addEventListener('pagehide', () => {
  isLeft = true;
  for (const transaction of unfinished) {
    try {
      transaction.abort();
    } catch {
      // The transaction is already committing and cannot be aborted.
    }
  }
});
addEventListener('pageshow', () => (isLeft = false));

export {};
