import './site.css';

/*
 * What runs on prerendered pages; a few hundred bytes that stand in each of them. It imports nothing but types.
 */

showHandedOverToast();
slideHeaderIn();

/** A sentence from the screens (web/routes/leave-screens.ts), for as long as they would show it. */
function showHandedOverToast() {
  const sentence = sessionStorage.getItem('toast');
  if (!sentence) return;
  sessionStorage.removeItem('toast');
  const toast = document.createElement('p');
  toast.role = 'status';
  toast.className = 'site-toast';
  document.body.append(toast);
  // Into an element that is there already, or it is not read out.
  setTimeout(() => (toast.textContent = sentence), 50);
  setTimeout(() => toast.remove(), 3000);
}

/** The header of a page of text comes once 50 px have been scrolled. */
function slideHeaderIn() {
  const header = document.getElementById('header');
  const mark = document.getElementById('scrolled');
  if (!header || !mark) return;
  new IntersectionObserver(([entry]) => header.toggleAttribute('data-away', entry?.isIntersecting)).observe(
    mark,
  );
}
