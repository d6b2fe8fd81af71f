import { readCookie, writeCookie } from '../storage/browser-cookies.ts';
import { createStore, useStore } from '../store.ts';

/*
 * This module writes the cookies of the theme and the language. Before the first paint, `build/head/appearance.js`
 * reads them and sets `data-theme` and `lang` on <html>. The server reads the cookies too, to respond in the user's
 * language.
 */

export type Theme = 'light' | 'dark';
export type ThemeChoice = Theme | 'system';
export type Language = 'ko' | 'en';

const THEME_COLOURS = { light: '#F6F7F3', dark: '#101512' } as const;

const root = document.documentElement;
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');

export function chosenTheme(): ThemeChoice {
  const theme = readCookie('theme');
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function chooseTheme(choice: ThemeChoice) {
  writeCookie('theme', choice);
  applyTheme();
}

export const currentTheme = (): Theme => (root.dataset.theme === 'dark' ? 'dark' : 'light');

const shownTheme = createStore(currentTheme());

export const useTheme = (): Theme => useStore(shownTheme);

export const currentLanguage = (): Language => (root.lang === 'en' ? 'en' : 'ko');

/** Stores the language and reloads the page, so that no text stays in the other language. */
export function chooseLanguage(language: Language) {
  writeCookie('lang', language);
  const here = new URL(window.location.href);
  // `reload` is used if possible, because it keeps the state of the history entry.
  if (!here.searchParams.has('lang')) return window.location.reload();
  here.searchParams.delete('lang');
  window.location.replace(here);
}

/**
 * Applies the theme and follows changes of the system's theme. Also sets the colour of the browser's toolbar. Call it
 * once at start.
 */
export function watchTheme() {
  systemIsDark.addEventListener('change', applyTheme);
  // Paper is light.
  window.addEventListener('beforeprint', () => (root.dataset.theme = 'light'));
  window.addEventListener('afterprint', applyTheme);
  applyTheme();
}

function applyTheme() {
  const choice = chosenTheme();
  const systemTheme = systemIsDark.matches ? 'dark' : 'light';
  const theme = choice === 'system' ? systemTheme : choice;
  root.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = THEME_COLOURS[theme];
  shownTheme.set(theme);
}
