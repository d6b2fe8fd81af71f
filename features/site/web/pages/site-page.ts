/* The build inlines this script in each page, so it must stay small. */
import './site.css';

const STEP_MS = 2500;
const COUNT_MS = 1500;

const byId = (id: string) => document.getElementById(id);
const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;

new PerformanceObserver((_, observer) => {
  observer.disconnect();
  afterFirstPaint();
}).observe({ type: 'paint', buffered: true });

function afterFirstPaint() {
  linkManifest();
  showPendingToast();
  slideHeaderIn();
  offerFaqSearch();
  if (!prefersReducedMotion) {
    rotateHeadline();
    countUp();
  }
}

/**
 * Adds the link to the manifest, which the browser needs only to install the app. If the HTML contained the link, the
 * browser would load the manifest before the first paint.
 */
function linkManifest() {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/manifest.webmanifest';
  document.head.append(link);
}

/** Shows the message that the screens have stored (web/routes/leave-screens.ts). */
function showPendingToast() {
  const sentence = takePendingMessage();
  if (!sentence) return;
  const toast = document.createElement('p');
  toast.setAttribute('role', 'status');
  toast.className = 'site-toast';
  document.body.append(toast);
  // Screen readers announce only changes of an existing element. Therefore the text is set later.
  setTimeout(() => (toast.textContent = sentence), 50);
  setTimeout(() => toast.remove(), 3000);
}

/** Returns the stored message and removes it. The storage may be blocked. The rest of the script must still run. */
function takePendingMessage(): string | null {
  try {
    const sentence = sessionStorage.getItem('toast');
    sessionStorage.removeItem('toast');
    return sentence;
  } catch {
    return null;
  }
}

/** Makes the header appear after 50 px of scrolling. */
function slideHeaderIn() {
  const header = byId('header');
  const mark = byId('scrolled');
  if (header && mark) whenSeen(mark, (isSeen) => header.toggleAttribute('data-here', !isSeen));
}

/** Rotates the phrases of the headline. Pauses while the headline is not visible. */
function rotateHeadline() {
  const phrases = byId('phrases');
  const button = byId('pause');
  if (!phrases || !button) return;
  let shown = 0;
  let isStopped = false;
  let isSeen = true;
  button.toggleAttribute('data-moves', true);
  button.onclick = () => {
    isStopped = !isStopped;
    button.setAttribute('aria-pressed', String(isStopped));
  };
  whenSeen(phrases, (seen) => {
    isSeen = seen;
  });
  setInterval(() => {
    if (isStopped || !isSeen || document.hidden) return;
    phrases.children[shown]?.removeAttribute('data-on');
    shown = (shown + 1) % phrases.children.length;
    phrases.children[shown]?.setAttribute('data-on', '');
  }, STEP_MS);
}

/**
 * Makes each number count up once, when it is fully in view. Screen readers read the final number, which is next to it.
 */
function countUp() {
  for (const element of document.querySelectorAll('#counts [data-count]')) {
    const end = Number(element.textContent.replace(/\D/g, ''));
    const observer = whenSeen(
      element,
      (isSeen) => {
        if (!isSeen) return;
        observer.disconnect();
        const start = performance.now();
        const step = (now: number) => {
          const left = 1 - Math.min(1, Math.max(0, now - start) / COUNT_MS);
          const count = Math.round(end * (1 - left ** 3));
          element.textContent = count.toLocaleString(document.documentElement.lang);
          if (left > 0) requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      },
      { threshold: 1 },
    );
  }
}

function whenSeen(
  element: Element,
  tell: (isSeen: boolean) => void,
  options?: IntersectionObserverInit,
): IntersectionObserver {
  const observer = new IntersectionObserver(([entry]) => tell(entry?.isIntersecting === true), options);
  observer.observe(element);
  return observer;
}

/** Shows the FAQ search, which needs a script. The code of the search is loaded when the field receives the focus. */
function offerFaqSearch() {
  const search = byId('faq-search');
  const address = search?.dataset.script;
  if (!search || !address) return;
  search.hidden = false;
  search.addEventListener('focusin', () => void import(/* @vite-ignore */ address), { once: true });
}
