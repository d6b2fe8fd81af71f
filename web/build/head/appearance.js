// Runs before the first paint. See web/browser/appearance.ts.
(() => {
  const root = document.documentElement;
  const chosen = (name) => document.cookie.match(`(?:^|; )${name}=([a-z]+)`)?.[1];
  const asked = new URLSearchParams(location.search).get('lang');
  const isLanguage = asked === 'ko' || asked === 'en';
  if (isLanguage) document.cookie = `lang=${asked}; path=/; max-age=31536000; samesite=lax`;
  root.lang = (isLanguage ? asked : chosen('lang')) === 'en' ? 'en' : 'ko';
  const theme = chosen('theme');
  const isTheme = theme === 'light' || theme === 'dark';
  root.dataset.theme = isTheme
    ? theme
    : matchMedia('(prefers-color-scheme: dark)').matches
      ? 'dark'
      : 'light';
})();
