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

/** The steps of a flow in terms of the screen. Each waits until it is possible. */
export function visitorOf(engine: Engine, origin: string) {
  const waitFor = async (what: string, script: string): Promise<unknown> => {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      const found = await engine.run(script);
      if (found) return found;
      if (deadline < Date.now())
        throw new Error(`${what} was not found. Page content: ${String(await engine.run(PAGE_TEXT))}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const element = async ({ selector, name }: { selector: string; name: string }) => {
    const script = `return (${find})(${JSON.stringify({ selector, name })})`;
    await waitFor(`${selector} “${name}”`, `return Boolean((() => { ${script} })())`);
    return script;
  };
  const pressAny = (selector: string) => async (name: string) =>
    engine.press(await element({ selector, name }));
  return {
    goTo: (path: string) => engine.open(new URL(path, origin).href),
    pressButton: pressAny('button'),
    pressOption: pressAny('[role=option]'),
    pressLabel: pressAny('label'),
    fill: async (name: string, text: string) =>
      engine.type(await element({ selector: 'input, textarea', name }), text),
    sees: (text: string) =>
      waitFor(`“${text}”`, `return document.body.innerText.includes(${JSON.stringify(text)})`),
    seesButton: async (name: string) => void (await element({ selector: 'button', name })),
    isAt: (path: string) => waitFor(path, `return location.pathname === ${JSON.stringify(path)}`),
    addressOf: async (name: string) =>
      String(await engine.run(`return (() => { ${await element({ selector: 'a', name })} })().href`)),
  };
}

export type Visitor = ReturnType<typeof visitorOf>;

const PAGE_TEXT = 'return `${location.href} ${document.body.innerText.slice(0, 600)}`';

/** Runs in the page: the first visible element with this accessible name, otherwise one whose name contains it. */
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
