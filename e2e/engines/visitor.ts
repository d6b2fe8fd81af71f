/**
 * The browser interface that the main flow needs, independent of the protocol. Scripts are function bodies that return
 * a value.
 */
export type Engine = {
  open: (url: string) => Promise<void>;
  run: (script: string) => Promise<unknown>;
  /** Clicks the element that the script returns. */
  press: (script: string) => Promise<void>;
  /** Types into the element that the script returns. */
  type: (script: string, text: string) => Promise<void>;
  close: () => Promise<void>;
};

const TIMEOUT_MS = 60_000;

/** Returns steps that a person can do on the screen. Each step waits until it is possible. */
export function visitorOf(engine: Engine, origin: string) {
  const waitFor = async (what: string, script: string): Promise<unknown> => {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      // A script cannot run while the browser replaces the page.
      let failure: unknown = null;
      const found = await engine.run(script).catch((error: unknown) => {
        failure = error;
      });
      if (found) return found;
      if (deadline < Date.now())
        throw (
          failure ?? new Error(`${what} was not found. Page content: ${String(await engine.run(PAGE_TEXT))}`)
        );
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const element = async ({ selector, name }: { selector: string; name: string }) => {
    const script = `return (${find})(${JSON.stringify({ selector, name })})`;
    await waitFor(`${selector} “${name}”`, `return Boolean((() => { ${script} })())`);
    return script;
  };
  const pressAny = (selector: string) => async (name: string) => {
    const script = await element({ selector, name });
    const inPage = (body: string) => `const node = (() => { ${script} })(); ${body}`;
    // The driver clicks a point on the screen. If the element moves away from this point at the last moment, the click
    // is repeated.
    for (let attempt = 0; attempt < 5; attempt++) {
      await waitFor(`${selector} “${name}” at rest and uncovered`, inPage(canBePressed));
      await engine.run(inPage(noticePress));
      await engine.press(script);
      // If the press has started a change of page, the script cannot run. This counts as pressed.
      if (await engine.run('return window.wasPressed !== false').catch(() => true)) return;
    }
    throw new Error(`${selector} “${name}” moved away from every click`);
  };
  return {
    goTo: (path: string) => engine.open(new URL(path, origin).href),
    pressButton: pressAny('button'),
    pressInDialog: pressAny('[role=alertdialog] button'),
    pressOption: pressAny('[role=option]'),
    pressLabel: pressAny('label'),
    /** Replaces the text of the field. */
    fill: async (name: string, text: string) => {
      const script = await element({ selector: 'input, textarea', name });
      await engine.run(`const node = (() => { ${script} })(); node.focus(); node.select();`);
      await engine.type(script, text);
    },
    /** Chooses a text file in the only file field of the page. */
    chooseFile: async (name: string, text: string) => {
      await waitFor('a file field', `return Boolean(document.querySelector('input[type=file]'))`);
      await engine.run(`
        const input = document.querySelector('input[type=file]');
        const files = new DataTransfer();
        files.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
        input.files = files.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
      `);
    },
    /** Draws the lines as a television caption, and chooses the picture in the file field for pictures. */
    chooseCaption: async (lines: readonly string[]) => {
      const drawn = JSON.stringify(lines);
      const loadFont = `document.fonts.load(${JSON.stringify(CAPTION_FONT)}, ${drawn}.join(''))`;
      await engine.run(`${loadFont}.then(() => { window.hasCaptionFont = true; }, () => {});`);
      await waitFor('the font of the caption', 'return window.hasCaptionFont === true');
      await waitFor('the field for pictures', `return Boolean(document.querySelector('${PICTURE_FIELD}'))`);
      await engine.run(`(${chooseCaption})(${drawn});`);
    },
    sees: (text: string) =>
      waitFor(`“${text}”`, `return document.body?.innerText.includes(${JSON.stringify(text)})`),
    seesButton: async (name: string) => void (await element({ selector: 'button', name })),
    /** Waits until the script returns a truthy value. */
    waitFor,
    rest: (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    reload: async () => {
      await engine.run('window.isBeforeReload = true; setTimeout(() => location.reload(), 0)');
      // The script cannot run while the browser replaces the page.
      const isReloaded = () => engine.run('return !window.isBeforeReload').catch(() => false);
      while (!(await isReloaded())) await new Promise((resolve) => setTimeout(resolve, 200));
    },
    /** Returns the answer of the server to a request of the page. */
    read: async (path: string): Promise<string> => {
      const url = JSON.stringify(path);
      await engine.run(
        `fetch(${url}).then((answer) => answer.text()).then((text) => { window.answer = text; })`,
      );
      return String(await waitFor(`an answer from ${path}`, 'return window.answer'));
    },
    isAt: (path: string) => waitFor(path, `return location.pathname === ${JSON.stringify(path)}`),
    addressOf: async (name: string) =>
      String(await engine.run(`return (() => { ${await element({ selector: 'a', name })} })().href`)),
  };
}

export type Visitor = ReturnType<typeof visitorOf>;

const PICTURE_FIELD = 'input[type=file][accept^="image/"]';
const CAPTION_FONT = '700 64px "Pretendard Variable"';

/**
 * A script that runs in the page. It draws with the product's font, because the machine may have no font with Korean
 * letters.
 */
const chooseCaption = `(lines) => {
  const canvas = document.createElement('canvas');
  canvas.width = 960;
  canvas.height = 540;
  const context = canvas.getContext('2d');
  context.fillStyle = '#5a4a3a';
  context.fillRect(0, 0, 960, 540);
  context.font = ${JSON.stringify(CAPTION_FONT)};
  context.lineWidth = 8;
  lines.forEach((line, at) => {
    context.strokeText(line, 60, 300 + 100 * at);
    context.fillStyle = '#fff';
    context.fillText(line, 60, 300 + 100 * at);
  });
  const bytes = Uint8Array.from(atob(canvas.toDataURL('image/png').split(',')[1]), (byte) => byte.charCodeAt(0));
  const input = document.querySelector('${PICTURE_FIELD}');
  const files = new DataTransfer();
  files.items.add(new File([bytes], 'caption.png', { type: 'image/png' }));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}`;

const PAGE_TEXT = 'return `${location.href} ${document.body?.innerText.slice(0, 2000)}`';

/**
 * A script that runs in the page. It returns true if the element is where it was at the last call and nothing covers
 * its middle.
 */
const canBePressed = `
  if (!node) return false;
  const { x, y, width, height } = node.getBoundingClientRect();
  if (!node.contains(document.elementFromPoint(x + width / 2, y + height / 2))) {
    node.scrollIntoView({ block: 'center' });
    return false;
  }
  const place = [x, y, width, height].join();
  const isAtRest = node.lastPlace === place;
  node.lastPlace = place;
  return isAtRest;
`;

/**
 * A script that runs in the page. It sets `wasPressed` to true when the element is clicked. After a change of page,
 * `wasPressed` is undefined.
 */
const noticePress = `
  window.wasPressed = false;
  node?.addEventListener('click', () => { window.wasPressed = true; }, { once: true, capture: true });
`;

/**
 * A script that runs in the page. It returns the first visible element with this accessible name. If no element has
 * this name, it returns the first element whose name contains the text.
 */
const find = `({ selector, name }) => {
  const textOf = (nodes) => [...nodes].map((node) => (node ? node.textContent : '')).join(' ');
  const nameOf = (node) =>
    node.getAttribute('aria-label') ||
    textOf((node.getAttribute('aria-labelledby') || '').split(' ').map((id) => document.getElementById(id))) ||
    textOf(node.labels || []) ||
    node.textContent;
  const names = [...document.querySelectorAll(selector)]
    .filter((node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility !== 'hidden')
    .map((node) => ({ node, text: nameOf(node).replace(/\\s+/g, ' ').trim() }));
  const found = names.find(({ text }) => text === name) || names.find(({ text }) => text.includes(name));
  return found ? found.node : null;
}`;
