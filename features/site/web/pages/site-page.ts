/*
 * What runs on prerendered pages; some hundred bytes that stand in each of them, and import nothing.
 */
import './site.css';

const STEP_MS = 2500;
const COUNT_MS = 1500;

const byId = (id: string) => document.getElementById(id);
const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;

new PerformanceObserver((_, observer) => {
  observer.disconnect();
  afterFirstPaint();
}).observe({ type: 'paint', buffered: true });

function afterFirstPaint() {
  linkManifest();
  showHandedOverToast();
  slideHeaderIn();
  offerFaqSearch();
  if (!isStill) {
    turnHeadline();
    countUp();
  }
}

/** What only an installation needs. In the page's head the browser would ask for it before the first paint. */
function linkManifest() {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/manifest.webmanifest';
  document.head.append(link);
}

/** A sentence from the screens (web/routes/leave-screens.ts). */
function showHandedOverToast() {
  const sentence = takeSentence();
  if (!sentence) return;
  const toast = document.createElement('p');
  toast.role = 'status';
  toast.className = 'site-toast';
  document.body.append(toast);
  // Into an element that is there already, or it is not read out.
  setTimeout(() => (toast.textContent = sentence), 50);
  setTimeout(() => toast.remove(), 3000);
}

/** Storage may be forbidden; that must not keep the rest of this from running. */
function takeSentence(): string | null {
  try {
    const sentence = sessionStorage.getItem('toast');
    sessionStorage.removeItem('toast');
    return sentence;
  } catch {
    return null;
  }
}

/** The header of a page of text comes once 50 px have been scrolled. */
function slideHeaderIn() {
  const header = byId('header');
  const mark = byId('scrolled');
  if (header && mark) whenSeen(mark, (isSeen) => header.toggleAttribute('data-here', !isSeen));
}

/** The next phrase every 2.5 seconds, while it is on screen and nobody has stopped it. */
function turnHeadline() {
  const phrases = byId('phrases');
  const button = byId('pause');
  if (!phrases || !button) return;
  let shown = 0;
  let isStopped = false;
  let isSeen = true;
  button.toggleAttribute('data-moves', true);
  button.onclick = () => {
    isStopped = !isStopped;
    button.ariaPressed = String(isStopped);
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

/** Each number from 0 to its value, once, when the whole of it is in view. Screen readers have the final number beside it. */
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
          element.textContent = Math.round(end * (1 - left ** 3)).toLocaleString(
            document.documentElement.lang,
          );
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

/** The search of the questions needs a script, so it is there only now; what it needs comes when somebody goes to it. */
function offerFaqSearch() {
  const search = byId('faq-search');
  const address = search?.dataset.script;
  if (!search || !address) return;
  search.hidden = false;
  search.addEventListener('focusin', () => void import(/* @vite-ignore */ address), { once: true });
}
