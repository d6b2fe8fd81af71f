import { pictureOf, type Shot, sizes, themes } from './screens.ts';

/**
 * Returns the gallery as one page. Each state has one row with its themes side by side. The URL contains the selected
 * view.
 */
export function galleryPage(shots: readonly Shot[]): string {
  const names = [...new Set(shots.map(({ screen }) => screen))];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Momokzi: every screen</title>
<style>
  body { margin: 0; font: 14px/1.5 system-ui, sans-serif; color: #161c18; background: #dee2d9; }
  form { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 10px 16px; background: #f6f7f3; }
  h1, h2 { margin: 0; font-size: 14px; }
  section { padding: 16px; }
  .pictures { display: flex; flex-wrap: wrap; gap: 12px; align-items: start; margin-top: 8px; }
  figure { margin: 0; }
  .phone img { width: 390px; }
  .desktop img { width: min(880px, 94vw); }
  img { display: block; height: auto; background: #fff; }
  figcaption { font-size: 12px; color: #525b53; }
</style>
<form>
  <h1>Every screen</h1>
  <label>screen <select name="screen">${options(names)}</select></label>
  <label>state <input name="state" size="12" placeholder="all"></label>
  <label>size <select name="size">${options(sizes, 'phone')}</select></label>
  <label>theme <select name="theme">${options(themes)}</select></label>
  <output></output>
</form>
<main></main>
<script>
  const shots = ${JSON.stringify(shots.map(({ state, ...shot }) => ({ ...shot, state: state.name, picture: pictureOf({ ...shot, state: state.name }) })))};
  const form = document.forms[0];
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) if (form.elements[name]) form.elements[name].value = value;
  form.oninput = show;
  form.onsubmit = () => false;
  show();

  function show() {
    const asked = Object.fromEntries(new FormData(form));
    history.replaceState(null, '', '#' + new URLSearchParams(asked));
    const shown = shots.filter((shot) =>
      ['screen', 'size', 'theme'].every((name) => !asked[name] || shot[name] === asked[name]) && shot.state.includes(asked.state));
    const rows = Map.groupBy(shown, ({ screen, state, size }) => [screen, state, size].join(' · '));
    document.querySelector('output').value = shown.length + ' of ' + shots.length;
    document.querySelector('main').replaceChildren(...[...rows].map(([title, pictures]) => {
      const row = document.createElement('section');
      row.append(Object.assign(document.createElement('h2'), { textContent: title }));
      const line = row.appendChild(Object.assign(document.createElement('div'), { className: 'pictures ' + pictures[0].size }));
      for (const { picture, theme } of pictures) {
        const figure = line.appendChild(document.createElement('figure'));
        const link = figure.appendChild(Object.assign(document.createElement('a'), { href: picture }));
        link.append(Object.assign(new Image(), { src: picture, alt: title + ', ' + theme, loading: 'lazy' }));
        figure.append(Object.assign(document.createElement('figcaption'), { textContent: theme }));
      }
      return row;
    }));
  }
</script>
</html>
`;
}

const options = (names: readonly string[], chosen = '') =>
  ['', ...names]
    .map((name) => `<option value="${name}"${name === chosen ? ' selected' : ''}>${name || 'all'}</option>`)
    .join('');
